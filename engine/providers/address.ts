import type { ProviderKind } from '../../contract/index.ts';

/** Where a kind of provider is reached when no address is configured. */
const defaultAddress: Record<ProviderKind, string> = {
  ollama: 'http://127.0.0.1:11434/api',
  openai: 'https://api.openai.com/v1',
  'openai-compatible': 'http://127.0.0.1:8080/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
};

/** The version folder every protocol expects at the end of its address. */
const versionPath: Record<ProviderKind, string> = {
  ollama: '/api', openai: '/v1', 'openai-compatible': '/v1', anthropic: '/v1', google: '/v1beta',
};

/**
 * The address requests are built on, without a slash at the end. A bare host gets the folder its
 * protocol lives in, so `http://127.0.0.1:11434` works as well as `http://127.0.0.1:11434/api`.
 */
export function apiAddress(kind: ProviderKind, baseUrl: string | null): string {
  if (baseUrl === null) return defaultAddress[kind];
  const url = new URL(baseUrl);
  const path = url.pathname.replace(/\/+$/, '');
  // Ollama also serves the OpenAI protocol under /v1; its own one is meant here.
  const folder = path === '' ? versionPath[kind] : kind === 'ollama' ? path.replace(/\/v1$/, '/api') : path;
  return `${url.origin}${folder}`;
}

/** True only for the names of this machine: `localhost`, 127.0.0.0/8 and ::1. */
function isLoopbackHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  if (host === 'localhost' || host.endsWith('.localhost') || host === '[::1]') return true;
  return /^127(\.\d{1,3}){3}$/.test(host) || /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/.test(host);
}

/**
 * Whether requests to this provider stay on the machine. Other machines of the same network do
 * not count, and neither does an address that cannot be parsed.
 */
export function isLocalAddress(kind: ProviderKind, baseUrl: string | null): boolean {
  try {
    return isLoopbackHost(new URL(apiAddress(kind, baseUrl)).hostname);
  } catch {
    return false;
  }
}
