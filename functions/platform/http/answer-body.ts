import type { World } from '../world.ts';
import type { ApiResponse } from './api.ts';
import { faultFacts } from './fault-facts.ts';

/** What goes over the wire of an answer of any kind; a stream that breaks off is logged, and only that is passed on. */
export function answerBody({ body, bytes, stream }: Pick<ApiResponse, 'body' | 'bytes' | 'stream'>, log: World['log']) {
  if (stream !== undefined) return ReadableStream.from(logged(stream, log));
  // Our bytes are never in shared memory, which is all that the wider type leaves open.
  return bytes === undefined ? JSON.stringify(body) : (bytes as Uint8Array<ArrayBuffer>);
}

/** The host only learns that the stream ended early: what it writes of a fault would quote data. */
async function* logged(stream: AsyncIterable<Uint8Array>, log: World['log']): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch (fault) {
    log.error('an answer broke off', faultFacts(fault));
    throw new Error('the answer broke off');
  }
}
