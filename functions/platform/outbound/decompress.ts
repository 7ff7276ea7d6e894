import type { Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { byteSink } from './byte-sink.ts';
import type { AnswerRoom } from './large-answers.ts';
import type { Header } from './outbound.ts';

/** Maximum stacked codings; more indicate an attack. */
const MAX_CODINGS = 5;

const CHUNK_BYTES = 64 * 1024;

/** RFC 9659: a zstd response may request a window of at most 8 MiB; the library would allow 128 MiB. */
const ZSTD_WINDOW_LOG = 23;

type Decoder = (bytes: Uint8Array, cut: boolean) => Transform;

/** `cut`: the end is missing, so decode as much as possible. */
const zlibFlush = (cut: boolean) => ({
  chunkSize: CHUNK_BYTES,
  finishFlush: cut ? constants.Z_SYNC_FLUSH : constants.Z_FINISH,
});

const gunzip: Decoder = (_, cut) => createGunzip(zlibFlush(cut));

/** `deflate` means the zlib format (RFC 9110 8.4.1.2); many servers send raw deflate. */
const inflate: Decoder = (bytes, cut) => {
  const isZlib = ((bytes[0] ?? 0) & 0x0f) === 8 && (((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)) % 31 === 0;
  return isZlib ? createInflate(zlibFlush(cut)) : createInflateRaw(zlibFlush(cut));
};

const brotli: Decoder = (_, cut) =>
  createBrotliDecompress({
    chunkSize: CHUNK_BYTES,
    finishFlush: cut ? constants.BROTLI_OPERATION_FLUSH : constants.BROTLI_OPERATION_FINISH,
  });

const zstd: Decoder = (_, cut) =>
  createZstdDecompress({
    chunkSize: CHUNK_BYTES,
    finishFlush: cut ? constants.ZSTD_e_flush : constants.ZSTD_e_end,
    params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG },
  });

/** The supported content codings (RFC 9110 8.4.1, RFC 7932, RFC 8878). */
const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  deflate: inflate,
  br: brotli,
  zstd,
};

export interface Decompressed {
  bytes: Uint8Array;
  /** More bytes would have followed than are kept. */
  truncated: boolean;
}

/**
 * Decodes the content codings of a response, keeping at most `most` bytes after each. Null if that fails (an unknown
 * coding, corrupt data): the caller keeps the original bytes, so that they are compared and differ.
 */
export async function decompress(
  { bytes, truncated }: Decompressed,
  headers: readonly Header[],
  max: number,
  room: AnswerRoom,
): Promise<Decompressed | null> {
  const decoders = codings(headers).map((coding) => DECODERS[coding]);
  if (decoders.length > MAX_CODINGS) return null;
  let state: Decompressed = { bytes, truncated };
  for (const decoder of decoders.reverse()) {
    if (decoder === undefined) return null;
    const undone = await undo(decoder, state, max, room);
    if (undone === null) return null;
    state = undone;
  }
  return state;
}

function codings(headers: readonly Header[]): string[] {
  return headers
    .filter(([name]) => name.toLowerCase() === 'content-encoding')
    .flatMap(([, value]) => value.toLowerCase().split(','))
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
}

async function undo(
  decoder: Decoder,
  { bytes, truncated }: Decompressed,
  max: number,
  room: AnswerRoom,
): Promise<Decompressed | null> {
  if (bytes.length === 0) return { bytes, truncated };
  const sink = byteSink(max);
  const stream = decoder(bytes, truncated);
  try {
    stream.end(bytes);
    for await (const chunk of stream) {
      // A small response may expand to a large one.
      if (!room.mayHold(sink.length() + chunk.length)) await room.turn();
      if (!sink.add(chunk)) break;
    }
  } catch {
    // Corrupt data is the target's doing, not a fault: it appears as a difference.
    return null;
  }
  return { bytes: sink.bytes(), truncated: truncated || sink.exceeded() };
}
