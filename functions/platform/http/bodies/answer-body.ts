import { faultFacts } from '../../fault-facts.ts';
import { maySeal, shownSealed } from '../../values/sealed-text.ts';
import type { World } from '../../world.ts';
import type { ApiResponse } from '../api.ts';

/** Returns the wire format of any kind of response; the failure of a stream is logged before it is passed on. */
export function answerBody({ body, bytes, stream }: Pick<ApiResponse, 'body' | 'bytes' | 'stream'>, log: World['log']) {
  if (stream !== undefined) return ReadableStream.from(logged(stream, log));
  // Our bytes are never in shared memory, the only case that the wider type adds.
  return bytes === undefined ? shownSealed(JSON.stringify(body)) : (withoutSealed(bytes) as Uint8Array<ArrayBuffer>);
}

/** A second guard: endpoints replace sealed values themselves. */
function withoutSealed(bytes: Uint8Array): Uint8Array {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return maySeal(buffer) ? Buffer.from(shownSealed(buffer.toString('latin1')), 'latin1') : bytes;
}

/** The host only learns that the stream ended early, since its own message about a fault could quote data. */
async function* logged(stream: AsyncIterable<Uint8Array>, log: World['log']): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch (fault) {
    log.error('a response ended early', faultFacts(fault));
    throw new Error('the response ended early');
  }
}
