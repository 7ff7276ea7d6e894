import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Lease } from './lease.ts';
import { Refused } from './refused.ts';
import { retryRequest } from './retry-request.ts';
import type { ServiceClient } from './service-client.ts';

/** Larger results are uploaded to the blob store (evaluation 5.1: 1 MiB inside a request). */
const MAX_INLINE_BYTES = 1024 * 1024;

const Announced = v.object({
  upload: v.optional(v.object({ url: v.string(), headers: v.record(v.string(), v.string()) })),
});

/** Commits the native result of an attempt and returns its digest. */
export async function uploadResult(
  bytes: Buffer,
  { attempt: { attempt_id } }: Lease,
  { client, signal }: { client: ServiceClient; signal: AbortSignal },
): Promise<string> {
  const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  const facts = { kind: 'native_result', media_type: 'application/json', attempt_id, digest };
  if (bytes.byteLength <= MAX_INLINE_BYTES) {
    await client.post('/artifacts', { ...facts, content_base64: bytes.toString('base64') }, signal);
    return digest;
  }
  const announced = await client.post('/artifacts', { ...facts, size_bytes: bytes.byteLength }, signal);
  const { upload } = v.parse(Announced, announced);
  if (upload) {
    await retryRequest(async () => {
      const sent = await fetch(upload.url, {
        method: 'PUT',
        headers: upload.headers,
        body: new Uint8Array(bytes),
        signal,
      });
      if (!sent.ok) throw new Refused(sent.status, 'upload');
    }, signal);
    await client.post(`/artifacts/${digest}/commit`, {}, signal);
  }
  return digest;
}
