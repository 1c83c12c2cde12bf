import { keepCompiledCode } from '../code-cache/index.ts';

keepCompiledCode();
await import('./engram.ts');
