export { openBuiltin } from './builtin.ts';
