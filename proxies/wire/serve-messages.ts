import { once } from 'node:events';
import type { Socket } from 'node:net';
import { MAX_CLOSING_MS, MAX_MESSAGE_MS } from './wire-limits.ts';

/** What a message leads to: bytes to answer, and whether the connection ends with them. */
export interface Served {
  answers: readonly Buffer[];
  isLast?: boolean;
}

/** Creates what reads messages from chunks. */
export type ReaderOf<T> = (onMessage: (message: T) => void) => { read(chunk: Buffer): void; isMidway(): boolean };

/**
 * Serves one client: its messages one after the other, reading no more while one is handled or the client does not take
 * its answers. `first` is what arrived already. Ends the connection where bytes are not messages, or where a message
 * that began does not end in time.
 */
export async function serveMessages<T>(
  client: Socket,
  readerOf: ReaderOf<T>,
  first: Buffer,
  handle: (message: T) => Promise<Served>,
): Promise<void> {
  let messages: T[] = [];
  let deadline: NodeJS.Timeout | null = null;
  const { read, isMidway } = readerOf((message) => {
    messages.push(message);
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
    const complete = messages;
    messages = [];
    for (const message of complete) {
      const { answers, isLast = false } = await handle(message);
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
