import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { job } from '../../platform/values/job.ts';
import { jsonOfFile } from '../../recordings/domain/importers/json-file.ts';

/** Maximum bytes of a decompressed body. @internal */
export const MAX_UNFOLDED_BYTES = 32 * 1024 * 1024;

/** Smaller bodies are read in place, so that what they unfold to is bounded more narrowly. */
const MIN_UNFOLDED_BYTES = 2 * 1024 * 1024;
const MAX_RATIO = 512;

/** A body of the agent: raw zstd frames, or JSON. @internal */
export const isZstd = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x28 && bytes[1] === 0xb5 && bytes[2] === 0x2f && bytes[3] === 0xfd;

/** Bytes that reading a body may take: mockers shrink to about a sixteenth. */
export const bytesOfBody = (bytes: Uint8Array): number => (isZstd(bytes) ? 16 * bytes.byteLength : bytes.byteLength);

/** The value of a body; null if it is neither zstd nor JSON, or unfolds to more than MAX_UNFOLDED_BYTES. */
export const agentBodyJob = job('arex.agent-body', ({ body }: { body: Uint8Array }): { value: unknown } | null => {
  const json = isZstd(body) ? unfolded(body) : body;
  const value = json === null ? undefined : jsonOfFile(json);
  return value === undefined ? null : { value };
});

function unfolded(body: Uint8Array): Uint8Array | null {
  const most = Math.max(MIN_UNFOLDED_BYTES, Math.min(MAX_UNFOLDED_BYTES, MAX_RATIO * body.byteLength));
  try {
    return zstdDecompressSync(body, { maxOutputLength: most });
  } catch (fault) {
    if (fault instanceof Error) return null;
    throw fault;
  }
}

/** A value in the coding of the body that it answers. */
export const agentAnswer = (value: unknown, asked: Uint8Array): { bytes: Uint8Array; type: string } =>
  isZstd(asked)
    ? { bytes: zstdCompressSync(JSON.stringify(value)), type: 'application/zstd-json;charset=UTF-8' }
    : { bytes: Buffer.from(JSON.stringify(value)), type: 'application/json;charset=UTF-8' };
