/**
 * Whether a message from outside can be a request of the wire protocol. Every transport asks this
 * first: the protocol's own decoder throws where nobody catches, and its error quotes the message.
 */
export function isRequestFrame(message: unknown): message is string {
  if (typeof message !== 'string') return false;
  let frame: unknown;
  try {
    frame = JSON.parse(message);
  } catch {
    return false;
  }
  if (!isRecord(frame) || !(typeof frame.i === 'string' || typeof frame.i === 'number')) return false;
  if (frame.t === 4) return true;
  if (frame.t === 3) return isRecord(frame.p);
  if (frame.t !== undefined && frame.t !== 1) return false;
  const request = frame.p;
  if (!isRecord(request) || typeof request.u !== 'string' || !isAddress(request.u)) return false;
  return (request.h === undefined || isRecord(request.h)) && (request.m === undefined || typeof request.m === 'string');
}

function isAddress(path: string): boolean {
  return path.startsWith('/') && URL.canParse(`http://host${path}`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
