const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Hex digits of a chunk size: 13 keep it below 2 ** 53. */
const MAX_SIZE_DIGITS = 13;

/**
 * Decodes the chunked coding (RFC 9112, 7.1) in one pass; `isCut` if the bytes end before the last chunk and its
 * trailers, or do not follow the coding. One byte per chunk costs no more per byte of input than one large chunk.
 */
export function chunkedBody(bytes: Buffer): { body: Buffer; isCut: boolean } {
  const body = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  const cut = () => ({ body: body.subarray(0, length), isCut: true });
  for (let at = 0; ; ) {
    const { size, end } = sizeLine(bytes, at);
    if (end < 0) return cut();
    at = end;
    if (size === 0) return { body: body.subarray(0, length), isCut: !hasTrailersEnd(bytes, at) };
    const last = Math.min(at + size, bytes.length);
    if (last - at < 32) while (at < last) body[length++] = bytes[at++] ?? 0;
    else {
      length += bytes.copy(body, length, at, last);
      at = last;
    }
    if (bytes[at] === CARRIAGE_RETURN) at++;
    if (bytes[at] !== LINE_FEED) return cut();
    at++;
  }
}

/** The size that a line states, without its extensions, and the position after the line; -1 if there is none. */
function sizeLine(bytes: Buffer, start: number): { size: number; end: number } {
  let size = 0;
  let at = start;
  for (let digit = hexDigit(bytes[at]); digit >= 0; digit = hexDigit(bytes[++at])) size = size * 16 + digit;
  if (at === start || at - start > MAX_SIZE_DIGITS) return { size, end: -1 };
  while (at < bytes.length && bytes[at] !== LINE_FEED) at++;
  return { size, end: at < bytes.length ? at + 1 : -1 };
}

/** Whether an empty line follows, after any trailers. */
function hasTrailersEnd(bytes: Buffer, start: number): boolean {
  for (let at = start; ; ) {
    const end = bytes.indexOf(LINE_FEED, at);
    if (end === -1) return false;
    if (end === at || (end === at + 1 && bytes[at] === CARRIAGE_RETURN)) return true;
    at = end + 1;
  }
}

function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
