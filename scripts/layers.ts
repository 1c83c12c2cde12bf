/** One row of the layer table: what the files under a folder may use. */
export interface Layer {
  /** Folders whose door this one may open; a folder may always use its own files. */
  imports: readonly string[];
  /** No `node:*`, no native package, no clock, no chance, no output: time and chance are arguments. */
  pure?: true;
}

const basics = ['contract', 'engine/kernel'];
const pure = (imports: readonly string[] = basics): Layer => ({ imports, pure: true });

/**
 * The layer table, most general first. A file belongs to the longest folder that holds it; a file
 * that belongs to none is an error, so a new folder is a decision made here.
 */
export const layers: Record<string, Layer> = {
  contract: { imports: [] },
  'engine/kernel': { imports: ['contract'] },
  'engine/providers': { imports: basics },
  'engine/sensory': pure(),
  'engine/working': pure([...basics, 'engine/cortex/gate']),
  'engine/formats': pure(),
  'engine/context': pure(),
  'engine/vault': { imports: [...basics, 'migrations', 'native/secure-memory', 'native/vector-scan', 'native/vectors', 'security/access', 'security/audit', 'security/cipher', 'security/keys', 'security/padding', 'security/pii'] },
  'engine/cortex': { imports: [...basics, 'engine/cortex/gate', 'engine/cortex/score', 'engine/cortex/fuse', 'engine/cortex/quality', 'engine/cortex/rerank', 'engine/providers', 'engine/vault', 'engine/working', 'native/vector-scan', 'native/vectors', 'security/access'] },
  'engine/cortex/gate': pure(),
  'engine/cortex/score': pure(),
  'engine/cortex/fuse': pure(),
  'engine/cortex/quality': pure(),
  'engine/cortex/rerank': pure(),
  'engine/flow': {
    imports: [
      ...basics, 'engine/context', 'engine/cortex', 'engine/cortex/gate', 'engine/cortex/score', 'engine/cortex/fuse', 'engine/cortex/quality',
      'engine/formats', 'engine/providers', 'engine/sensory', 'engine/vault', 'engine/working', 'security/access', 'security/injection', 'security/pii',
    ],
  },
  'engine/jobs': { imports: [...basics, 'engine/cortex', 'engine/flow', 'engine/formats', 'engine/providers', 'engine/vault', 'security/access', 'security/archive', 'security/injection', 'security/keys', 'security/padding', 'security/pii'] },
  'engine/chat': { imports: [...basics, 'engine/context', 'engine/flow', 'engine/providers', 'engine/sensory', 'engine/vault', 'security/access'] },
  'engine/agents': { imports: [...basics, 'engine/chat', 'engine/flow', 'engine/providers', 'engine/vault'] },
  'engine/serve': {
    imports: [
      ...basics, 'engine/agents', 'engine/chat', 'engine/context', 'engine/cortex', 'engine/flow', 'engine/formats', 'engine/jobs', 'engine/providers',
      'engine/sensory', 'engine/vault', 'engine/working', 'native/keychain', 'native/process', 'native/secure-memory', 'native/vector-scan',
      'security/access', 'security/archive', 'security/audit', 'security/injection', 'security/keys', 'security/pii',
    ],
  },
  'security/access': { imports: ['contract'] },
  'security/archive': { imports: ['contract', 'native/secure-memory'] },
  'security/audit': { imports: ['contract'] },
  'security/cipher': { imports: ['contract', 'native/secure-memory'] },
  'security/injection': pure(['contract', 'security/text']),
  'security/keys': { imports: ['contract', 'native/keychain', 'native/secure-memory', 'security/cipher'] },
  'security/padding': pure(['contract']),
  'security/pii': pure(['contract', 'security/text']),
  'security/text': pure([]),
  'native/keychain': { imports: basics },
  'native/process': { imports: basics },
  'native/secure-memory': { imports: basics },
  'native/vector-scan': { imports: basics },
  'native/vectors': { imports: basics },
  migrations: { imports: [] },
  'sidecar/code-cache': { imports: [] },
  'sidecar/client': { imports: ['contract'] },
  'sidecar/keys': { imports: ['contract'] },
  'sidecar/http': { imports: ['contract', 'engine/serve', 'sidecar/client'] },
  'sidecar/main': { imports: [...basics, 'engine/serve', 'sidecar/client', 'sidecar/code-cache', 'sidecar/http', 'sidecar/keys'] },
  'sidecar/mcp': { imports: [...basics, 'engine/serve', 'sidecar/client', 'sidecar/keys'] },
  'sidecar/cli': { imports: [...basics, 'engine/cortex/gate', 'engine/providers', 'engine/serve', 'engine/working', 'sidecar/client', 'sidecar/code-cache', 'sidecar/keys', 'sidecar/main', 'sidecar/mcp', 'security/injection', 'security/pii'] },
  'electron/engine': { imports: [...basics, 'engine/serve'] },
  'electron/ipc': { imports: ['contract'] },
  'electron/os': { imports: ['contract'] },
  'electron/preload': { imports: [] },
  'electron/main': { imports: ['contract', 'electron/engine', 'electron/ipc', 'electron/os'] },
  renderer: { imports: ['contract'] },
  scripts: { imports: ['sidecar/code-cache', 'bench', 'engine/serve', 'engine/cortex/gate', 'engine/cortex/rerank', 'contract', 'engine/providers', 'engine/working', 'security/injection', 'security/pii'] },
  bench: { imports: [...basics, 'engine/serve', 'engine/cortex', 'engine/vault', 'engine/providers', 'native/vector-scan', 'native/vectors', 'security/access', 'security/keys'] },
  docs: { imports: [] },
  test: { imports: ['*'] },
};

/** Folders that exist for tests or measurement; nothing that ships imports them. */
export const neverShipped = ['test', 'bench', 'scripts'];

/** Where a package may be used; packages that are not named may be used anywhere that is not pure. */
export const packageHomes: Record<string, { homes: readonly string[]; typesIn?: readonly string[] }> = {
  'better-sqlite3-multiple-ciphers': { homes: ['engine/vault/threads'], typesIn: ['engine/vault', 'migrations'] },
  usearch: { homes: ['native/vectors'] },
  'sqlite-vec': { homes: ['engine/vault/threads'] },
  electron: { homes: ['electron'] },
  react: { homes: ['renderer'] },
  'react-dom': { homes: ['renderer'] },
  sigma: { homes: ['renderer'] },
  graphology: { homes: ['renderer'] },
  ai: { homes: ['engine/providers'] },
  ws: { homes: ['sidecar/http', 'sidecar/client', 'sidecar/mcp'] },
  'node:net': { homes: ['engine/providers', 'sidecar/http', 'sidecar/client', 'sidecar/mcp'], typesIn: ['sidecar/main'] },
  'node:tls': { homes: ['engine/providers'] },
  'node:dgram': { homes: [] },
  'node:http': { homes: ['engine/providers', 'sidecar/http', 'sidecar/mcp'] },
  'node:https': { homes: ['engine/providers'] },
  'node:http2': { homes: ['engine/providers'] },
  '@modelcontextprotocol/server': { homes: ['sidecar/mcp'] },
  '@napi-rs/keyring': { homes: ['native/keychain'] },
  'sodium-native': { homes: ['native/secure-memory', 'security'] },
  koffi: { homes: ['native'] },
};

/** Packages with native code or I/O, out of reach for pure folders. */
export const impurePackages = ['better-sqlite3-multiple-ciphers', 'sodium-native', '@napi-rs/keyring', 'onnxruntime-node', 'ws', 'electron', 'koffi', 'usearch', 'sqlite-vec', 'yauzl', 'ai'];

/** Named imports with a home of their own. */
export const nameHomes: Record<string, Record<string, string>> = {
  electron: { ipcMain: 'electron/ipc', ipcRenderer: 'electron/preload' },
};

/** Where `fetch`, `WebSocket` and their like may be called. */
export const socketHomes = ['engine/providers', 'sidecar/http', 'sidecar/client', 'sidecar/mcp', 'renderer/bridge'];
/** Where SQL may be written. */
export const sqlHomes = ['engine/vault/tables', 'engine/vault/schema', 'migrations'];
/** What the interface must not reach, even through others. */
export const outOfReach = ['engine', 'native', 'security', 'electron', 'sidecar'];

/** Files that are started, not imported. */
export const entries = [
  /^sidecar\/(main|cli)\/main\.ts$/, /^sidecar\/main\/serving\.ts$/, /^electron\/((main|engine)\/main|preload\/preload)\.ts$/, /^renderer\/app\/main\.tsx$/, /^renderer\/public\//,
  /(^|\/)vite[\w.-]*\.config\.ts$/, /^scripts\/[\w-]+\.ts$/, /^bench\/[\w-]+\.ts$/, /^docs\/requirements\.ts$/, /\.worker\.ts$/,
];

/** Longest a file may be, in lines. */
export const longest = 400;
/** Files that are longer, with their length. The list may only shrink. */
export const longer: Record<string, number> = {};
