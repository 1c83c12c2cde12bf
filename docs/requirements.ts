/**
 * What Engram promises, numbered by id. A test cites an id at the start of its title; an id that is
 * `done` and cited by no test fails the build, and so does a cited id that is not listed here.
 */
export interface Requirement {
  text: string;
  /** Section of the plan (§), of the design notes, or the failure in comparable software it answers. */
  source: string;
  status: 'done' | 'planned';
}

const done = (source: string, text: string): Requirement => ({ text, source, status: 'done' });
const planned = (source: string, text: string): Requirement => ({ text, source, status: 'planned' });

export const requirements: Record<string, Requirement> = {
  // the vault
  'VAULT-CRASH': done('security notes 4', 'A process killed at any moment loses no acknowledged row; the file and its word index stay whole.'),
  'VAULT-RANDOM': done('§34.13', 'The closed file is random from its first byte, and two vaults have nothing in common.'),
  'VAULT-FORMAT': done('security notes 1', 'An independent SQLCipher 4 opens the file.'),
  'VAULT-MODE': done('§10.2.2', 'Folder and files are readable by their owner only.'),
  'VAULT-ERRORS': done('§34.11', 'Each way of failing has its own code, message and exit code; nothing is created, changed or lost.'),
  'CREATE-UNFINISHED': done('§33', 'A creation that broke off leaves no vault and does not stand in the way of the next.'),
  'KEYCHAIN-LINUX': done('security notes 2.3; CORRECTIONS 22', 'The real Secret Service opens a vault; locked, away and empty differ, and without it nothing is created.'),
  'OPEN-SAFETY': done('security notes 2.1', 'A setting of the database that did not take closes it again.'),
  'READER-WRITES': done('§20', 'A reader cannot write.'),
  'MIGRATE-OLDER': done('§34.5', 'A real older file opens with all it held.'),
  'MIGRATE-ONCE': done('§34.5', 'Migrating twice changes nothing; a newer file is refused.'),
  'MIGRATE-ATOMIC': done('§34.5', 'A migration that fails leaves the file as it was.'),
  'MIGRATE-ORDER': done('§34.5', 'Migrations are numbered by tens and named as sentences.'),
  'INDEX-PLAN': done('§24', 'The hot look-ups use their indexes.'),
  'SECRET-CANARY': done('security notes 1; known failure 6', 'What goes through any feature stands in no file, log line or error.'),
  'LOCK-STREAM': done('ux notes A8', 'Locking in the middle of an answer keeps what was written.'),
  'WRITE-QUEUE': done('§20', 'Any number of writers wait for their turn; nothing is dropped.'),
  'SPACE-MISMATCH': done('§34.2', 'A vector never enters a space of another length.'),
  // guarding
  'PII-DETECT': done('§10.5.2', 'Personal data is found in several languages and disguises, with few false flags.'),
  'PII-REDACT': done('CORRECTIONS 14', 'Nothing found stands in what is indexed or embedded.'),
  'INJECTION-DETECT': done('security notes 3.14', 'Instructions aimed at the model are found in many languages and disguises; texts about them pass.'),
  'INJECTION-ANY-TEXT': done('security notes 5', 'Any text gets a score in time that grows with its length.'),
  'POISON-WRITE': done('security notes 3.15, 3.16', 'What others store is judged as it comes in: commands to the model are refused or wait for approval; the person may say anything.'),
  'ARCHIVE-FORMAT': done('security notes 2.2, 3.21', 'What is sealed comes back and opens with age; what is cut off, changed or hostile is refused before it costs anything.'),
  'SCAN-CLI': done('security notes 5', 'Any labelled file can be scored from the command line, without a vault.'),
  'PII-TIER': done('§10.5.1', 'Names and places stay readable, harmful numbers are confidential, only a person lowers a tier.'),
  'PII-ANY-TEXT': done('§10.5.2', 'Detection never throws.'),
  'PII-LINEAR': done('§10.17', 'No text makes detection endless.'),
  'TIER-CALLER': done('§10.13', 'A guarded text is whole for the person and redacted for every client.'),
  'TIER-DESTINATION': done('§10.5', 'A guarded memory is not sent where its tier forbids it, and the answer says so.'),
  'LIMITS-TEXT': done('§10.17', 'Empty, oversized and broken texts are refused with the limit named, on every road in.'),
  // coming in
  'EMBED-BUILTIN': done('§34.10', 'A model that ships with Engram embeds any text at once and the same every time.'),
  'EMBED-AWAY': done('§34.10', 'A model that is away loses nothing: memories are kept, found by what is there, and embedded when it is back.'),
  RING: done('§3', 'The last twenty turns are kept in memory only and wiped.'),
  'FACT-PATTERNS': done('§6.2', 'Plain statements are read as facts; questions and suppositions are not.'),
  'FACT-ALL': done('§6.2', 'All matches of a message count, each with its own sentence.'),
  KIND: done('§3', 'Events, knowledge and how-to are told apart.'),
  LEVELS: done('§8.8', 'Every memory has a summary, a key fact and a tag made without a model.'),
  'INGEST-SENTENCES': done('§6.2', 'A memory holds the matching sentence, never the whole message.'),
  'INGEST-REMEMBER': done('§14', '"Remember that" stores the thing itself as told by the person.'),
  'INGEST-DUPLICATE': done('§34.3', 'The same knowledge merges and corroborates; events at other times stay apart.'),
  'FACT-CONTRADICTION': done('§4.3; CORRECTIONS 10', 'A newer fact closes the older one, which stays as history.'),
  'FACT-COMPATIBLE': done('§4.3', 'Facts that can both be true stay.'),
  // coming out
  'RECALL-ANY-QUERY': done('known failure 3; CORRECTIONS 1', 'No string a person can type troubles the word index.'),
  'RECALL-PUNCTUATION': done('known failure 3', 'Marks around a question change no result.'),
  'RECALL-IDENTIFIERS': done('CORRECTIONS 2', 'File names, handles and snake case are found whole.'),
  'RECALL-TRACE': done('style notes 10', 'Every candidate has each signal\'s rank, one verdict and a reason.'),
  'RECALL-BUDGET': done('§8.4', 'With a budget the texts fit it; one that does not fit is passed over.'),
  'TIME-WORDS': done('§39', 'Words for time are spans of the conversation\'s own clock.'),
  'GATE-SKIP': done('§40', 'Small talk needs no memory; a question about the person always gets it.'),
  'SCOPE-MATRIX': done('§11; known failure 13', 'Every writer scope by every reader scope: nothing leaks, nothing is missing.'),
  'SCOPE-CLIENT': done('§10.13', 'A client cannot leave its scope, write without the right, or do what is the person\'s.'),
  'GRAPH-CYCLE': done('§34.1', 'Directed relations never close a circle.'),
  // living with memories
  'MEMORY-VERSIONS': done('ux notes B23', 'A correction keeps the old text, and only the new one is recalled.'),
  'FORGET-SHELF': done('ux notes A10', 'Forgetting works at once and can be undone with all ties.'),
  'FORGET-SWEEP': done('ux notes A10', 'What lay on the shelf too long is erased, nothing else is.'),
  'FORGET-ERASE': done('known failure 7', 'Erasing leaves no row, term, vector, version, tie or quotation.'),
  'KNOWN-1': done('known failure 1', 'Whatever a road stored is still recalled after a year of maintenance.'),
  'KNOWN-2': done('known failure 2', 'A fact stored in one chat is in the prompt of a new one.'),
  'KNOWN-8': done('known failure 8', 'Times survive the round trip to the millisecond.'),
  'KNOWN-10': done('known failure 10', 'An id shown by any call is accepted by every call.'),
  'KNOWN-11': done('known failure 11', 'Feedback moves each dimension in the stated direction.'),
  'KNOWN-14': done('known failure 14', 'Every setting has a reader.'),
  // moving in and out
  'IMPORT-PREVIEW': done('ux notes 3.8', 'A dry run says what would come and stores nothing.'),
  'IMPORT-HANDLES': done('ux notes 3.8', 'A folder of thousands of files is read with a handful of open handles.'),
  'IMPORT-QUARANTINE': done('ux notes B26', 'What a file brings is not recalled before it is approved; one undo takes all of it back.'),
  'IMPORT-RELATIONS': done('ux notes 3.8', 'A knowledge graph keeps its relations.'),
  'IMPORT-RESUME': done('ux notes 3.8', 'A stopped import goes on where it stopped and stores nothing twice.'),
  'EXPORT-ROUND-TRIP': done('ux notes A16', 'A readable export asks for the passphrase and comes back whole.'),
  // chat
  'CHAT-STOP': done('ux notes A4', 'Stopping keeps the text so far.'),
  'CHAT-TREE': done('ux notes A5', 'Edits and second answers make branches that are both kept.'),
  'CHAT-ERRORS': done('ux notes A14', 'A wrong key, a limit, a broken and an absent provider differ, and the message is kept.'),
  'CHAT-OFF-RECORD': done('ux notes A6', 'An off-the-record chat reads and leaves nothing.'),
  'CHAT-SWITCHES': done('ux notes A6', 'Reading and saving are switched off one by one.'),
  'CHAT-BUILTIN': done('architecture decisions', 'Without a model the answer quotes memories, cites them and says that no model is connected.'),
  // hosts and borders
  'BORDER-GARBAGE': done('style notes 6', 'Garbage to every call over every transport ends with a typed error or a valid answer.'),
  'BORDER-HTTP': done('security notes 2.5', 'The local server refuses foreign pages and programs before it reads a body.'),
  'WINDOW-SAFE': done('security notes 2.4', 'The window gives a page nothing and lets it reach nothing.'),
  'CLI-ROADS': done('ux notes 3.9', 'The command line does everything as a process: data out, talk to the other side, stable exit codes.'),
  'MCP-ROADS': done('§15; ux notes 3.9', 'Agents of both protocol eras use the memory, within their scope and rights.'),
  'IMPORT-RULES': done('architecture rules', 'Every layer and syntax rule catches its breach, and there is none.'),
  'EVAL-RETRIEVAL': done('CORRECTIONS 6', 'Retrieval is measured on labelled sets, with measures that are right.'),
  // the interface
  'JOURNEY-1': done('ux notes 5', 'First run, unlock and recovery, in plain words.'),
  'JOURNEY-2': done('ux notes 5', 'Said once, used in another chat, with the chip that shows it.'),
  'JOURNEY-3': done('ux notes 5', 'Corrected from the chip, right in the next answer and after a restart.'),
  'JOURNEY-4': done('ux notes 5', 'Forgotten, undone, erased for good.'),
  'JOURNEY-6': done('ux notes 5', 'Off the record leaves nothing.'),
  'JOURNEY-7': done('ux notes 5', 'Stop, edit, branch, draft and reload lose nothing.'),
  'JOURNEY-8': done('ux notes 5', 'A full context is told before sending, and nothing is cut in silence.'),
  'JOURNEY-9': done('ux notes 5', 'Each failure has its own words, and the message is kept.'),
  'JOURNEY-10': done('ux notes 5', 'Locking blanks every tab in under 300 ms; unlocking returns to the same view.'),
  ACCESSIBLE: done('ux notes 3.10', 'WCAG 2.2 AA on every screen, by keyboard alone, at 400 % zoom.'),
  'SAFE-MARKDOWN': done('ux notes B37', 'An answer cannot fetch, run or hide anything.'),
  'TRANSFER-SCREENS': done('ux notes 3.8', 'Import, export and settings do in the browser what they say.'),
  // to come
  'KEY-ROTATION': planned('security notes 2.1', 'The database key changes by copy and swap, resumable at every step.'),
  'ARCHIVE-AGE': planned('security notes 3.21', 'An encrypted archive opens with age on another machine.'),
  'VECTOR-SIMD': planned('vector notes 8', 'One-bit codes find the true ten of a million vectors in milliseconds.'),
  'GRAPH-SPREAD': planned('§5', 'Activation spreads two hops over typed ties.'),
  'CONTEXT-REPLAY': planned('§8', 'A context can be replayed at another model\'s window.'),
  'WORKING-MEMORY': planned('§3', 'Slots with activation, eviction, suspend and resume.'),
};
