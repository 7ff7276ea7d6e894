import { randomBytes } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';

/** Functions of the runtime as they were before the agent wrapped them, for the agent's own use. */
export const originals = {
  now: Date.now.bind(Date),
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setImmediate: globalThis.setImmediate,
  requestHttp: http.request,
  requestHttps: https.request,
  randomHex: (bytes: number): string => randomBytes(bytes).toString('hex'),
};
