import type { BrowserWindowConstructorOptions, WebPreferences } from 'electron';

/** What a page in this window may do: nothing but show itself. */
export const webPreferences = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webviewTag: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  navigateOnDragDrop: false,
  spellcheck: false,
  devTools: false,
  // Without the prefix for persistence, cookies, cache and storage live in memory only.
  partition: 'vault',
} as const satisfies WebPreferences;

/** The window, given the path of the preload script. */
export function windowSettings(preload: string): BrowserWindowConstructorOptions {
  return {
    width: 1180, height: 780, minWidth: 420, minHeight: 480,
    show: false,
    backgroundColor: '#16181d',
    autoHideMenuBar: true,
    webPreferences: { ...webPreferences, preload },
  };
}

/** Headers of every page: nothing remote can be loaded, asked or sent to. */
export const pageHeaders = {
  'content-security-policy': [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "font-src 'self'", "connect-src 'self'",
    "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'", "object-src 'none'", "require-trusted-types-for 'script'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;
