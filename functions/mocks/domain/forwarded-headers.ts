/** Headers of one connection, or of the body's transfer, which the client of the real service writes itself. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'content-length',
]);

/** The headers of a call as the real service gets them. */
export const forwardedHeaders = (headers: readonly (readonly [string, string])[]): (readonly [string, string])[] =>
  headers.filter(([name]) => !LEFT_OUT.has(name.toLowerCase()));
