import type { IncomingMessage } from 'node:http';
import type { CapturedBody } from '../captured-body.ts';

/** Bodies of a known length up to this are read whole before they are sent; others are streamed. */
const MAX_WHOLE_BYTES = 64 * 1024;

/**
 * Reads the body of a request to forward it, and captures it: null if there is none, else its bytes or a stream of
 * them. Rejects if the client closes the connection before a short body is complete.
 */
export function requestBody(
  incoming: IncomingMessage,
  captured: CapturedBody,
): null | Promise<Buffer> | AsyncIterable<Buffer> {
  const { headers } = incoming;
  const length = Number(headers['content-length'] ?? 0);
  if (headers['transfer-encoding'] === undefined && length === 0) return null;
  if (headers['transfer-encoding'] === undefined && length <= MAX_WHOLE_BYTES) return wholeBody(incoming, captured);
  return streamedBody(incoming, captured);
}

function wholeBody(incoming: IncomingMessage, captured: CapturedBody): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => {
      captured.add(chunk);
      chunks.push(chunk);
    });
    incoming.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    incoming.once('error', reject);
    incoming.once('close', () => reject(new Error('the client closed the connection')));
  });
}

async function* streamedBody(incoming: IncomingMessage, captured: CapturedBody): AsyncGenerator<Buffer> {
  // A target that answers early reads no further; the response still has to reach the client.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    captured.add(chunk);
    yield chunk;
  }
}
