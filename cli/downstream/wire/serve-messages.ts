import { once } from 'node:events';
import type { Socket } from 'node:net';
import { type Framing, frameReader } from './frame-reader.ts';
import { MAX_CLOSING_MS, MAX_MESSAGE_MS } from './wire-limits.ts';

/** What a message leads to: bytes to answer, and whether the connection ends with them. */
export interface Served {
  answers: readonly Buffer[];
  isLast?: boolean;
}

/**
 * Serves one client: its messages one after the other, reading no more while one is handled or the client does not take
 * its answers. `first` is what arrived already. Ends the connection where bytes are no messages, or where a message that
 * began does not end in time.
 */
export async function serveMessages(
  client: Socket,
  framing: Framing,
  first: Buffer,
  handle: (header: Buffer, body: Buffer | null) => Promise<Served>,
): Promise<void> {
  let frames: [header: Buffer, body: Buffer | null][] = [];
  let deadline: NodeJS.Timeout | null = null;
  const { read, isMidway } = frameReader(framing, (header, body) => {
    frames.push([header, body]);
  });

  function watch(): void {
    if (isMidway()) deadline ??= setTimeout(() => client.destroy(), MAX_MESSAGE_MS);
    else if (deadline !== null) {
      clearTimeout(deadline);
      deadline = null;
    }
  }
  /** False if the connection ends. */
  async function take(chunk: Buffer): Promise<boolean> {
    read(chunk);
    watch();
    const complete = frames;
    frames = [];
    for (const [header, body] of complete) {
      const { answers, isLast = false } = await handle(header, body);
      if (answers.length > 0 && !client.write(Buffer.concat(answers)) && !client.destroyed)
        await Promise.race([once(client, 'drain'), once(client, 'close')]);
      if (isLast) return false;
    }
    return true;
  }

  try {
    if (first.length > 0 && !(await take(first))) return;
    for await (const chunk of client.iterator({ destroyOnReturn: false })) if (!(await take(chunk))) break;
  } finally {
    if (deadline !== null) clearTimeout(deadline);
    finish(client);
  }
}

/** Ends a connection; what the client still sends is discarded, so that it reads the last answer. */
export function finish(client: Socket): void {
  if (client.destroyed) return;
  client.end();
  client.resume();
  const timeout = setTimeout(() => client.destroy(), MAX_CLOSING_MS);
  client.once('close', () => clearTimeout(timeout));
}
