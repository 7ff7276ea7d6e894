import { type BodyRule, ERRORS } from '../api.ts';
import type { ErrorRow } from '../error-row.ts';
import type { BodyHold, BodyLimits } from './body-room.ts';
import { jsonBodyJob } from './json-body.ts';

type ReadBody = { body: Readonly<Record<string, unknown>>; bytes: Uint8Array } | { error: ErrorRow };

/** The room and the time of one body, and what parses it. */
export type BodyRoom = { hold: BodyHold } & Pick<BodyLimits, 'timeoutMs' | 'work'>;

const NONE: ReadBody = { body: {}, bytes: new Uint8Array() };

/**
 * Reads a request's body by the endpoint's rule; stops at the limit and never holds more than it (interface 1). Room
 * for an announced body is taken before it is read.
 */
export async function readBody(request: Request, rule: BodyRule | undefined, within: BodyRoom): Promise<ReadBody> {
  if (rule === undefined) return NONE;
  if (rule.contentType !== undefined && mediaTypeOf(request) !== rule.contentType)
    return { error: ERRORS.unsupportedMediaType };
  const bytes = await bytesUpTo(rule.maxBytes, request, within);
  if ('status' in bytes) return { error: bytes };
  if (rule.optional && bytes.byteLength === 0) return NONE;
  if (rule.as === 'bytes') return { body: {}, bytes };
  const { work } = within;
  const job = { bytes: bytes.byteLength, urgent: true };
  const parsed = await work.run(jsonBodyJob, () => ({ bytes: new Uint8Array(bytes) }), job);
  if (!parsed.ok) return { error: ERRORS.tooLarge };
  return 'error' in parsed.value ? parsed.value : { ...parsed.value, bytes };
}

const mediaTypeOf = ({ headers }: Request) => headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();

/**
 * A body of at most this length that is known is read at once: a stream costs as much as the rest of a small request.
 */
const MAX_WHOLE = 64 * 1024;

async function bytesUpTo(max: number, request: Request, { hold, timeoutMs }: BodyRoom): Promise<Uint8Array | ErrorRow> {
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (announced > max) return ERRORS.tooLarge;
  // A refused body must stay untouched. Otherwise node would no longer drain it, and a client that is still sending
  // would see a broken connection instead of the answer.
  if (announced > 0 && !hold.take(announced)) return ERRORS.tooManyRequests;
  const late = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => late.resolve('late'), timeoutMs);
  try {
    if (announced > 0 && announced <= MAX_WHOLE) {
      const read = await Promise.race([request.arrayBuffer(), late.promise]);
      if (read === 'late') return ERRORS.bodyTimeout;
      return read.byteLength > max ? ERRORS.tooLarge : new Uint8Array(read);
    }
    if (request.body === null) return new Uint8Array();
    const reader = request.body.getReader();
    const parts: Uint8Array[] = [];
    let size = 0;
    for (;;) {
      const read = await Promise.race([reader.read(), late.promise]);
      if (read === 'late') return ERRORS.bodyTimeout;
      if (read.done) return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
      size += read.value.byteLength;
      if (size > max) return ERRORS.tooLarge;
      // A body of unknown length takes its room as it arrives.
      if (size > announced && !hold.take(read.value.byteLength)) return ERRORS.tooManyRequests;
      parts.push(read.value);
    }
  } finally {
    clearTimeout(timer);
  }
}
