import { z } from 'zod';

// The page may not evaluate text as code, so schemas are checked without generating functions.
// This must run before the contract is loaded, because the contract parses its defaults.
z.config({ jitless: true });
