export { chooseFiles } from './chosen-files.ts';
export { formatNames } from './format-names.ts';
export { TransferScreen } from './transfer-screen.tsx';
