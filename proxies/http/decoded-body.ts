import { headerOf } from '../../functions/platform/values/http-tokens.ts';
import { bodyOf, decodeContent } from '../../functions/recordings/domain/content-encoding.ts';

/** A body as calls have it: decoded if it has the content-encoding of its headers; null if there is none. */
export function decodedBody(
  bytes: Buffer,
  headers: readonly (readonly [string, string])[],
): { body: string | null; bodyEncoding: 'utf8' | 'base64' } {
  if (bytes.length === 0) return { body: null, bodyEncoding: 'utf8' };
  const encoding = headerOf(headers, 'content-encoding');
  return bodyOf((encoding === undefined ? null : decodeContent(encoding, bytes)) ?? bytes);
}
