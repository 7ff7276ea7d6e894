import type { SignedGet } from '../../platform/world.ts';
import type { LogServices } from '../composition.ts';

/** Bytes of an answer that are held before it is stored as a file. */
const HELD_BYTES = 16 * 1024 * 1024;

/** API Gateway waits five minutes for the first byte of an answer; what takes longer than this has failed. @internal */
export const MAX_WRITING_MS = 240_000;

/** An answer: its bytes, or where they are. */
export type DeliveredLookup = { stream: AsyncIterable<Uint8Array> } | SignedGet;

/**
 * Decides how an answer reaches its caller. Where answers may stream without limit, this one does while it is read.
 * Elsewhere its size decides, so that it is read first: into memory while it is short, else into a file. Throws where
 * that takes MAX_WRITING_MS.
 */
export async function deliveredLookup(
  answer: AsyncGenerator<Uint8Array>,
  { lookupFiles, config: { maxStreamedBytes }, elapsed }: Pick<LogServices, 'lookupFiles' | 'config' | 'elapsed'>,
): Promise<DeliveredLookup> {
  if (maxStreamedBytes === null) return { stream: answer };
  const deadline = elapsed() + MAX_WRITING_MS;
  const held: Uint8Array[] = [];
  let size = 0;
  async function next(): Promise<Uint8Array | undefined> {
    if (elapsed() > deadline) throw new Error('reading the rows takes longer than the caller waits');
    const { value, done } = await answer.next();
    if (done) return undefined;
    size += value.byteLength;
    return value;
  }
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield* held;
    for (let piece = await next(); piece !== undefined; piece = await next()) yield piece;
  }
  try {
    const maxHeld = Math.min(HELD_BYTES, maxStreamedBytes);
    for (let piece = await next(); piece !== undefined; piece = await next()) {
      held.push(piece);
      if (size <= maxHeld) continue;
      const key = await lookupFiles.put(pieces());
      return size > maxStreamedBytes ? await lookupFiles.address(key) : { stream: await lookupFiles.read(key) };
    }
    return { stream: ReadableStream.from(held) };
  } finally {
    // Ends the reading as well where it failed.
    await answer.return(undefined);
  }
}
