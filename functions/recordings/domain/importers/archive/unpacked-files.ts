import { constants, gunzipSync } from 'node:zlib';
import { accept, type Result, refuse } from '../../../../platform/result.ts';
import { ARCHIVE_REFUSALS, type ArchiveRefusal, MAX_UNPACKED_BYTES, type UnpackedFile } from './archive-limits.ts';
import { isTar, tarFiles } from './tar-files.ts';
import { zipFiles } from './zip-files.ts';

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;
const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 0x03 || bytes[2] === 0x05);
export const isPacked = (bytes: Uint8Array): boolean => isGzip(bytes) || isZip(bytes) || isTar(bytes);

/**
 * The files of a zip, tar or tar.gz archive, in its order, or the one file that the bytes are, decompressed where they
 * are gzip. Memory is bounded by MAX_UNPACKED_BYTES, whatever the headers of an archive declare.
 */
export function unpackedFiles(bytes: Uint8Array): Result<UnpackedFile[], 'UNREADABLE_IMPORT'> {
  const plain = isGzip(bytes) ? gunzipped(bytes) : bytes;
  if (typeof plain === 'string') return refuse('UNREADABLE_IMPORT', ARCHIVE_REFUSALS[plain]);
  if (plain.byteLength > MAX_UNPACKED_BYTES) return refuse('UNREADABLE_IMPORT', ARCHIVE_REFUSALS.tooLarge);
  const files = isZip(plain) ? zipFiles(plain) : isTar(plain) ? tarFiles(plain) : [{ name: '', bytes: plain }];
  return typeof files === 'string' ? refuse('UNREADABLE_IMPORT', ARCHIVE_REFUSALS[files]) : accept(files);
}

function gunzipped(bytes: Uint8Array): Uint8Array | ArchiveRefusal {
  try {
    return gunzipSync(bytes, { finishFlush: constants.Z_FINISH, maxOutputLength: MAX_UNPACKED_BYTES });
  } catch (fault) {
    if (!(fault instanceof Error)) throw fault;
    return 'code' in fault && fault.code === 'ERR_BUFFER_TOO_LARGE' ? 'tooLarge' : 'broken';
  }
}
