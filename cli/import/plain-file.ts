import { createReadStream } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { constants, createGunzip } from 'node:zlib';
import { CliFailure } from '../cli-failure.ts';

/** Maximum bytes of a file once decompressed, for decompression bombs. */
const MAX_PLAIN_BYTES = 4 * 1024 ** 3;
const PIECE_BYTES = 256 * 1024;

/**
 * Opens a file, or stdin for `-`, so that any part of its plain bytes can be read: gzip is decompressed and UTF-16
 * becomes UTF-8. What is not plain on disk goes through a temporary file that only this process can read, and that has
 * no name any more. The caller closes the handle.
 */
export async function openPlain(file: string, stdin: Readable): Promise<FileHandle> {
  const given = file === '-' ? await spooled(stdin) : await opened(file);
  const start = Buffer.alloc(2);
  await given.read(start, 0, 2, 0);
  if (start[0] === 0x1f && start[1] === 0x8b) return replaced(given, gunzipped(given));
  if (start[0] === 0xff && start[1] === 0xfe) return replaced(given, fromUtf16(piecesOf(given)));
  return given;
}

/** The bytes of an open file, in order. Each piece is overwritten by the next one. */
export async function* piecesOf(handle: FileHandle): AsyncGenerator<Buffer> {
  const bytes = Buffer.allocUnsafe(PIECE_BYTES);
  for (let at = 0; ; ) {
    const { bytesRead } = await handle.read(bytes, 0, PIECE_BYTES, at);
    if (bytesRead === 0) return;
    yield bytes.subarray(0, bytesRead);
    at += bytesRead;
  }
}

async function opened(file: string): Promise<FileHandle> {
  const notRead = (fault: NodeJS.ErrnoException) => {
    throw new CliFailure('NOT_READ', `${file} was not read (${fault.code ?? 'fault'})`, 'Choose an existing file.');
  };
  const handle = await open(file).catch(notRead);
  const facts = await handle.stat();
  if (facts.isFile()) return handle;
  await handle.close();
  if (facts.isDirectory()) return notRead(Object.assign(new Error('a directory'), { code: 'EISDIR' }));
  return spooled(createReadStream(file));
}

async function replaced(given: FileHandle, plain: AsyncIterable<Uint8Array>): Promise<FileHandle> {
  try {
    return await spooled(plain);
  } finally {
    await given.close();
  }
}

async function spooled(bytes: AsyncIterable<Uint8Array>): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'replay-import-'));
  const handle = await open(join(folder, 'plain'), 'wx+', 0o600).finally(() =>
    rm(folder, { recursive: true, force: true }),
  );
  try {
    let length = 0;
    for await (const piece of bytes) {
      length += piece.length;
      if (length > MAX_PLAIN_BYTES)
        throw new CliFailure('UNREADABLE_IMPORT', 'the file decompresses to more than 4 GiB');
      await handle.writeFile(piece);
    }
    return handle;
  } catch (fault) {
    await handle.close();
    throw fault;
  }
}

/** A truncated file is read as far as possible. */
async function* gunzipped(given: FileHandle): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH, chunkSize: PIECE_BYTES });
  const source = given.createReadStream({ autoClose: false, start: 0, highWaterMark: PIECE_BYTES });
  source.once('error', (fault) => gunzip.destroy(fault));
  try {
    for await (const piece of source.pipe(gunzip)) yield piece;
  } catch {
    throw new CliFailure('UNREADABLE_IMPORT', 'the file cannot be decompressed');
  } finally {
    source.destroy();
  }
}

async function* fromUtf16(bytes: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder('utf-16le');
  for await (const piece of bytes) yield Buffer.from(decoder.decode(piece, { stream: true }));
  yield Buffer.from(decoder.decode());
}
