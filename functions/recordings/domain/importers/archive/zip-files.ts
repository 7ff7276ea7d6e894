import { Unzip, UnzipInflate } from 'fflate/browser';
import { type ArchiveRefusal, MAX_ARCHIVE_FILES, MAX_UNPACKED_BYTES, type UnpackedFile } from './archive-limits.ts';

/** A deflated piece unfolds to at most 1,032 times its bytes: this bounds what is beyond the limit at any time. */
const PIECE_BYTES = 8 * 1024;
/** Third byte of a zip that begins with a file; an empty one begins with its end. */
const LOCAL_HEADER = 0x03;

/**
 * The files of a zip archive. It is unfolded piece by piece and the bytes that come out are counted, so that an archive
 * whose headers declare less than it holds (a bomb) ends at the limit.
 */
export function zipFiles(bytes: Uint8Array): UnpackedFile[] | ArchiveRefusal {
  const files: { name: string; parts: Uint8Array[]; isWhole: boolean }[] = [];
  let refused: ArchiveRefusal | null = null;
  let count = 0;
  let total = 0;
  const unzip = new Unzip((entry) => {
    if (++count > MAX_ARCHIVE_FILES) refused = 'tooMany';
    if (refused !== null || entry.name.endsWith('/')) return;
    const file = { name: entry.name, parts: [] as Uint8Array[], isWhole: false };
    files.push(file);
    entry.ondata = (fault, data, isLast) => {
      if (fault) refused ??= 'broken';
      total += data?.byteLength ?? 0;
      if (total > MAX_UNPACKED_BYTES) refused ??= 'tooLarge';
      if (refused !== null) return;
      file.parts.push(data);
      file.isWhole ||= isLast;
    };
    entry.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let at = 0; at < bytes.byteLength && refused === null; at += PIECE_BYTES)
      unzip.push(bytes.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= bytes.byteLength);
  } catch (fault) {
    if (!(fault instanceof Error)) throw fault;
    refused ??= 'broken';
  }
  if (refused !== null) return refused;
  if (count === 0 && bytes[2] === LOCAL_HEADER) return 'broken';
  if (files.some(({ isWhole }) => !isWhole)) return 'broken';
  return files.map(({ name, parts }) => ({ name: name.replaceAll('\\', '/'), bytes: Buffer.concat(parts) }));
}
