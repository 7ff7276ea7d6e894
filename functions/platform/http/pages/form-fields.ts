import { ERRORS } from '../api.ts';
import { type BodyRoom, readBody } from '../bodies/body.ts';
import type { ErrorRow } from '../error-row.ts';

/** Problems that have a page of their own; any other body is too large. */
const FORM_PROBLEMS = new Map<ErrorRow, 'too-slow' | 'busy'>([
  [ERRORS.bodyTimeout, 'too-slow'],
  [ERRORS.tooManyRequests, 'busy'],
]);

/** The fields of a form, or why they cannot be read. */
export async function formFields(
  request: Request,
  maxBytes: number,
  room: BodyRoom,
): Promise<FormData | 'too-large' | 'too-slow' | 'busy' | 'bad-form'> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^(multipart\/form-data|application\/x-www-form-urlencoded)\s*(;|$)/i.test(type)) return 'bad-form';
  const read = await readBody(request, { as: 'bytes', maxBytes }, room).catch((fault: unknown) => {
    // The browser closed the connection mid-request, so no one sees the response.
    if (request.signal.aborted) return 'bad-form' as const;
    throw fault;
  });
  if (read === 'bad-form') return read;
  if ('error' in read) return FORM_PROBLEMS.get(read.error) ?? 'too-large';
  const bytes = read.bytes as Uint8Array<ArrayBuffer>; // read from a request, so not in shared memory
  return new Response(bytes, { headers: { 'content-type': type } }).formData().catch(() => 'bad-form' as const);
}
