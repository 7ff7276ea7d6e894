import { randomBytes } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';

/** Random bytes that are drawn and written as hex at once, because each draw is a call of the system. */
const POOL_BYTES = 4096;
let pool = '';

/** So many random bytes, at most 4,096, in hex. */
function randomHex(bytes: number): string {
  if (pool.length < 2 * bytes) pool = randomBytes(POOL_BYTES).toString('hex');
  const drawn = pool.slice(0, 2 * bytes);
  pool = pool.slice(2 * bytes);
  return drawn;
}

/** Functions of the runtime as they were before the agent wrapped them, for the agent's own use. */
export const originals = {
  now: Date.now.bind(Date),
  random: Math.random,
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setImmediate: globalThis.setImmediate,
  requestHttp: http.request,
  requestHttps: https.request,
  randomHex,
};
