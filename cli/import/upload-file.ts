import type { Dirent } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate/browser';
import {
  ARCHIVE_REFUSALS,
  MAX_ARCHIVE_FILES,
  MAX_UNPACKED_BYTES,
} from '../../functions/recordings/domain/importers/archive/archive-limits.ts';
import { isPacked } from '../../functions/recordings/domain/importers/archive/unpacked-files.ts';
import { CliFailure } from '../cli-failure.ts';

/** The service accepts 6 MiB per request; an exchange that is larger than a part goes alone. */
export const MAX_REQUEST_BYTES = 6 * 1024 * 1024 - 1024;

/** Bytes of a part: behind a gateway that encodes bodies in base64, the service accepts 4.4 MiB (interface 1). */
export const PART_BYTES = 4 * 1024 * 1024;

/** Exchanges of a part: as many as the service writes at once. */
export const PART_EXCHANGES = 500;

/**
 * The bytes of a file, of stdin for `-`, or of a directory as a zip, as they are uploaded at once; gzip where they
 * would be more than a request takes. Reads at most MAX_UNPACKED_BYTES.
 */
export async function uploadOf(file: string, stdin: Readable): Promise<Buffer> {
  const given = file === '-' ? await readAll(stdin) : await readPath(file);
  const bytes = given.byteLength > PART_BYTES && !isPacked(given) ? gzipSync(given) : given;
  if (bytes.byteLength > MAX_REQUEST_BYTES)
    throw new CliFailure('PAYLOAD_TOO_LARGE', `${file} has more than 6 MiB, also compressed`, 'Split it.');
  return bytes;
}

/** The bytes of a file or of a directory; at most MAX_UNPACKED_BYTES. */
export async function readPath(file: string): Promise<Buffer> {
  const handle = await open(file).catch((fault: NodeJS.ErrnoException) => {
    throw new CliFailure('NOT_READ', `${file} was not read (${fault.code ?? 'fault'})`, 'Choose an existing file.');
  });
  try {
    const facts = await handle.stat();
    if (facts.isDirectory()) return await zipOf(file);
    if (facts.size > MAX_UNPACKED_BYTES) throw refused('tooLarge');
    return facts.isFile() ? await handle.readFile() : await readAll(handle.createReadStream({ autoClose: false }));
  } finally {
    await handle.close();
  }
}

async function readAll(input: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of input) {
    length += piece.length;
    if (length > MAX_UNPACKED_BYTES) throw refused('tooLarge');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** The YAML and JSON files of a directory, and what lies below `__files`. */
async function zipOf(directory: string): Promise<Buffer> {
  const files: Record<string, Uint8Array> = {};
  let total = 0;
  let count = 0;
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (++count > MAX_ARCHIVE_FILES) throw refused('tooMany');
    const path = join(entry.parentPath, entry.name);
    const name = relative(directory, path).split(sep).join('/');
    if (!isTaken(entry, name)) continue;
    const bytes = await readPath(path);
    total += bytes.byteLength;
    if (total > MAX_UNPACKED_BYTES) throw refused('tooLarge');
    files[name] = bytes;
  }
  return Buffer.from(zipSync(files));
}

const isTaken = (entry: Dirent, name: string) =>
  entry.isFile() && (/\.(?:ya?ml|json)$/i.test(name) || /(?:^|\/)__files\//.test(name));

const refused = (reason: keyof typeof ARCHIVE_REFUSALS) =>
  new CliFailure('UNREADABLE_IMPORT', ARCHIVE_REFUSALS[reason], 'Import its parts one after the other.');
