import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** Keys of `inlineOrBlob` end in the first 16 hex digits of the digest, keys of artifacts are the whole digest. */
const DIGEST_IN_KEY = /-([0-9a-f]{16})$|\/([0-9a-f]{64})$/;

/**
 * Whether a blob's file has the bytes that its key names; a key without a digest says nothing. Throws if it is missing.
 */
export async function isSoundBlob(key: string, file: string): Promise<boolean> {
  const [, start, whole] = DIGEST_IN_KEY.exec(key) ?? [];
  const hash = createHash('sha256');
  for await (const part of createReadStream(file)) hash.update(part);
  const digest = hash.digest('hex');
  return digest.startsWith(whole ?? start ?? '');
}
