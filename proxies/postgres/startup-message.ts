import { bodyReader } from './messages.ts';

/** What a client wants when it connects. */
export type StartupMessage =
  | { type: 'start'; parameters: Record<string, string> }
  | { type: 'encryption' }
  | { type: 'cancel' }
  | { type: 'unknown' };

const CANCEL = 80_877_102;
const TLS = 80_877_103;
const GSS = 80_877_104;
const MAJOR = 3;

/** Reads the first message of a connection; one of another major version is unknown. */
export function startupMessage(body: Buffer): StartupMessage {
  if (body.length < 4) return { type: 'unknown' };
  const reader = bodyReader(body);
  const code = reader.uint32();
  if (code === TLS || code === GSS) return { type: 'encryption' };
  if (code === CANCEL) return { type: 'cancel' };
  if (code >>> 16 !== MAJOR) return { type: 'unknown' };
  const pairs: [string, string][] = [];
  for (let name = reader.cstring(); name !== ''; name = reader.cstring()) pairs.push([name, reader.cstring()]);
  return { type: 'start', parameters: Object.fromEntries(pairs) };
}
