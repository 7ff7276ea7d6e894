import { randomFillSync } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';

/** Random bytes that are drawn at once, because each draw is a call of the system. */
const POOL_BYTES = 4096;
const pool = Buffer.alloc(POOL_BYTES);
let drawn = POOL_BYTES;

/** So many random bytes, at most 4,096, in hex. */
function randomHex(bytes: number): string {
  if (drawn + bytes > POOL_BYTES) {
    randomFillSync(pool);
    drawn = 0;
  }
  drawn += bytes;
  return pool.toString('hex', drawn - bytes, drawn);
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
