/** Long blocks of code and tool output, which a history cuts and says so. */

const FENCE = /^[ \t]{0,20}(`{3,}|~{3,})/;
/** Longest block that stays as it is, in lines (§8.3), and in characters. */
const BLOCK_LINES = 5;
const BLOCK_CHARS = 400;
/** Lines in a row that look like the output of a tool, before they count as a block. */
const OUTPUT_LINES = 8;
const OUTPUT = /^(?:\s{2,}\S|\s*(?:at |File "|\d{4}-\d\d-\d\d[ T]|\[\w+\]|npm |\$ |> |\+{1,3} |-{1,3} |@@ |[{}[\]],?$|"[^"]+":|\||\w+\.\w+:\d+|(?:PASS|FAIL|ok|not ok|INFO|WARN|DEBUG|ERROR|TRACE)\b))/;

const isLong = (block: string): boolean => block.length > BLOCK_CHARS || block.split('\n').length > BLOCK_LINES;

interface Block {
  start: number;
  end: number;
  text: string;
  what: string;
}

interface Run {
  start: number;
  end: number;
  lines: number;
}

/** Line by line: one expression over the whole text would take the square of its length on a row of backticks. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let fence: { mark: string; what: string; start: number; from: number } | null = null;
  let run = null as Run | null;
  const closeRun = (open: Run | null) => {
    if (open !== null && open.lines >= OUTPUT_LINES) blocks.push({ ...open, text: text.slice(open.start, open.end), what: 'output' });
  };
  const closeFence = ({ what, start, from }: NonNullable<typeof fence>, to: number, end: number) => {
    const inside = text.slice(from, Math.max(from, to));
    if (isLong(inside)) blocks.push({ start, end, text: inside, what });
  };
  let at = 0;
  for (const line of text.split('\n')) {
    const end = at + line.length;
    const mark = FENCE.exec(line)?.[1] ?? null;
    if (fence !== null) {
      // The line that closes a fence holds its mark and nothing else.
      if (mark !== null && mark.startsWith(fence.mark) && line.trim() === mark) {
        closeFence(fence, at - 1, end);
        fence = null;
      }
    } else if (mark !== null) {
      closeRun(run);
      run = null;
      fence = { mark, what: line.trim().slice(mark.length).trim().split(/\s/, 1)[0]!.slice(0, 20) || 'block', start: at, from: end + 1 };
    } else if (OUTPUT.test(line)) run = { start: run?.start ?? at, end, lines: (run?.lines ?? 0) + 1 };
    else if (line.trim() !== '') {
      closeRun(run);
      run = null;
    }
    at = end + 1;
  }
  closeRun(run);
  if (fence !== null) closeFence(fence, text.length, text.length);
  return blocks.sort((a, b) => a.start - b.start);
}

/** The prose of a text, and its long blocks apart. */
export function withoutBulk(text: string): { prose: string; bulk: string[] } {
  const blocks = blocksOf(text);
  return { prose: replaced(text, blocks, () => '\n'), bulk: blocks.map((block) => block.text) };
}

/** The same text with a note in place of each long block; it says what was there and how much. */
export function trimBulk(text: string): string {
  return replaced(text, blocksOf(text), ({ text: block, what }) => `[${what}: ${block.split('\n').length} lines, ${block.length} characters left out here]`);
}

function replaced(text: string, blocks: readonly Block[], by: (block: Block) => string): string {
  let out = '';
  let at = 0;
  for (const block of blocks) {
    out += text.slice(at, block.start) + by(block);
    at = block.end;
  }
  return out + text.slice(at);
}
