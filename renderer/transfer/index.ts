export { chooseFiles } from './chosen-files.ts';
export { TransferScreen } from './transfer-screen.tsx';
