export { announce, Announcer } from './announcer.tsx';
export { Button, IconButton } from './button.tsx';
export { cx } from './classes.ts';
export { useSettled } from './delayed.ts';
export { Confirm, Dialog } from './dialog.tsx';
export { useEscape } from './escape.ts';
export { fieldLook, Labelled, SelectBox, SelectField, TextArea, TextField } from './field.tsx';
export { KindGlyph, Mark } from './glyphs.tsx';
export { readInspected, useInspector, type Inspected } from './inspector.ts';
export { chords, shown, useKeys } from './keys.ts';
export { Markdown } from './markdown.tsx';
export { Menu, MenuChoice, MenuItem, MenuLine } from './menu.tsx';
export { Progress } from './meter.tsx';
export { Empty, ErrorNotice, Loading, Notice } from './panel.tsx';
export { PassphraseField } from './passphrase-field.tsx';
export { Popover } from './popover.tsx';
export { saveText } from './save.ts';
export { clearSecret, copySecret } from './secret-clipboard.ts';
export { SectionPage } from './section-page.tsx';
export { ago, bytes, exactDate, fromInputValue, shortDate, span, toInputValue } from './time.ts';
export { Tip } from './tip.tsx';
export { clearToasts, toast, ToastArea, undoLast, undoMs } from './toast.tsx';
export { Toggle } from './toggle.tsx';
export { trustBars, TrustSignature } from './trust.tsx';
export {
  categoryNames, counted, edgeNames, kindNames, originNames, scopeName, signalNames, statusNames, tierNames, verdictNames,
} from './words.ts';
