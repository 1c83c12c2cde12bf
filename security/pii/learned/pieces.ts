/** Texts up to here are judged as a whole, in UTF-16 units; longer ones in pieces of some sentences, so that one number does not stand beside the words of a whole page. */
const ONE_PIECE = 320;
/** A piece is closed at the next end of a sentence from here on. */
const LEAST = 160;
/** Sentences without an end are cut here, at a blank. */
const LONGEST = 480;
const SENTENCE_END = /[.!?](?=\s)|[。！？\n]/;

/** The pieces of a text, each with where it begins. */
export function piecesOf(text: string): { text: string; start: number }[] {
  if (text.length <= ONE_PIECE) return [{ text, start: 0 }];
  const pieces: { text: string; start: number }[] = [];
  for (let start = 0; start < text.length; ) {
    const next = text.slice(start, start + LONGEST);
    let length = next.length;
    if (start + LONGEST < text.length) {
      const end = SENTENCE_END.exec(next.slice(LEAST));
      const blank = next.lastIndexOf(' ');
      length = end !== null ? LEAST + end.index + 1 : blank > LEAST ? blank : LONGEST;
    }
    pieces.push({ text: next.slice(0, length), start });
    start += length;
  }
  return pieces;
}
