import * as v from 'valibot';
import { checkDelay, MAX_DELAY_SECONDS } from '../queue-delay.ts';
import { isDamaged } from '../values/damaged-data.ts';
import { paddedTime } from '../values/padded.ts';
import type { Item, Json, Key, Queue, QueueMessage, Table } from '../world.ts';

const MAX_RECEIVE_COUNT = 5;
const MAX_MESSAGES = 10;
/** The maximum retention of SQS. */
const RETENTION_MS = 14 * 86_400_000;
const WAITING = 'QUEUE#WAITING';
const DEAD = 'QUEUE#DEAD';

const Message = v.looseObject({ id: v.string(), body: v.string(), receipt: v.string(), receiveCount: v.number() });
type Message = v.InferOutput<typeof Message>;

export interface QueueParts {
  table: Table;
  /** Epoch ms by a clock that does not step while the process runs. */
  now(): number;
  newId(): string;
}

/** The queue of one process, which can signal when messages are due. */
export interface TableQueue extends Queue {
  /** Resolves when a message is sent or a delayed one is due, after at most `mostMs`, or when the signal aborts. */
  due(maxMs: number, signal: AbortSignal): Promise<void>;
  /**
   * Requeues messages that a dead process had received, and those that the wall clock has put further off than any
   * message may be; call at start, before any receiver runs.
   */
  restore(): Promise<void>;
}

/**
 * A queue in rows of the table: pk `QUEUE#<id>`, sk `MESSAGE`; index i1 lists waiting messages by the time of their
 * next delivery.
 */
export function tableQueue({ table, now, newId }: QueueParts): TableQueue {
  let sent = Promise.withResolvers<void>();

  async function send(body: Json, options: { delaySeconds?: number } = {}): Promise<void> {
    checkDelay(options.delaySeconds);
    const id = newId();
    const text = JSON.stringify(body);
    await table.put({
      ...keyOf(id),
      id,
      body: text,
      receipt: '',
      receiveCount: 0,
      expiresAt: now() + RETENTION_MS,
      ...place(WAITING, now() + (options.delaySeconds ?? 0) * 1000, id),
    });
    sent.resolve();
  }

  /**
   * Hides a message from other receivers; undefined if another receiver was faster or the message has become a dead
   * letter.
   */
  async function take({ id, body, receipt, receiveCount }: Message, visibilitySeconds: number) {
    const untouched = { when: { receipt: { equals: receipt } } };
    if (receiveCount >= MAX_RECEIVE_COUNT) {
      await table.update(keyOf(id), place(DEAD, now(), id), untouched);
      return undefined;
    }
    const taken = { receipt: `${id}.${newId()}`, receiveCount: receiveCount + 1 };
    const hidden = place(WAITING, now() + visibilitySeconds * 1000, id);
    const won = await table.update(keyOf(id), { ...taken, ...hidden }, untouched);
    // `send` wrote the text.
    return won ? { ...taken, body: JSON.parse(body) as Json } : undefined;
  }

  /** A message that cannot be read would block others for ever; the sweeper sends those of deliveries again. */
  async function takeOrDrop(item: Item, visibilitySeconds: number) {
    if (!isDamaged(item)) return take(v.parse(Message, item), visibilitySeconds);
    await table.remove({ pk: item.pk, sk: item.sk });
    return undefined;
  }

  const listed = async (line: string, range: { to?: string; after?: string; limit?: number }) =>
    table.query({ index: 'i1', pk: line, damaged: 'marked', ...range });

  async function* deadLetters(): AsyncGenerator<Item> {
    let after: string | null = null;
    do {
      const page = await listed(DEAD, after === null ? {} : { after });
      yield* page.items;
      after = page.next;
    } while (after !== null);
  }

  return {
    send,

    async receive({ visibilitySeconds }) {
      const { items } = await listed(WAITING, { to: sortKey(now() + 1, ''), limit: MAX_MESSAGES * 2 });
      const received: QueueMessage[] = [];
      let next = 0;
      while (next < items.length && received.length < MAX_MESSAGES) {
        const some = items.slice(next, next + MAX_MESSAGES - received.length);
        next += some.length;
        // Concurrently, so that they share one fsync.
        const taken = await Promise.all(some.map((item) => takeOrDrop(item, visibilitySeconds)));
        received.push(...taken.filter((message) => message !== undefined));
      }
      return received;
    },

    async acknowledge(receipt) {
      const [id = ''] = receipt.split('.');
      await table.remove(keyOf(id), { when: { receipt: { equals: receipt } } });
    },

    async deadLetter({ receipt }) {
      const [id = ''] = receipt.split('.');
      await table.update(keyOf(id), place(DEAD, now(), id), { when: { receipt: { equals: receipt } } });
    },

    async due(maxMs, signal) {
      sent = Promise.withResolvers();
      const { promise, resolve } = sent;
      const { items } = await listed(WAITING, { limit: MAX_MESSAGES });
      const next = Number.parseInt(items.find((item) => !isDamaged(item))?.i1sk ?? '', 10);
      const waitMs = Number.isNaN(next) ? maxMs : Math.min(Math.max(next - now(), 0), maxMs);
      const timer = setTimeout(resolve, waitMs);
      const aborted = () => resolve();
      signal.addEventListener('abort', aborted);
      if (!signal.aborted) await promise;
      signal.removeEventListener('abort', aborted);
      clearTimeout(timer);
    },

    async restore() {
      const at = now();
      const furthest = sortKey(at + MAX_DELAY_SECONDS * 1000 + 1, '');
      let after: string | null = null;
      do {
        const page = await listed(WAITING, after === null ? {} : { after });
        // Messages that were never received keep their delivery time; messages already waiting stay queued.
        const hidden = page.items
          .filter((item) => !isDamaged(item) && (item.i1sk ?? '') >= sortKey(at + 1, ''))
          .map((item) => v.parse(Message, item))
          .filter(({ receipt, i1sk }) => receipt !== '' || String(i1sk) >= furthest);
        await Promise.all(
          hidden.map(({ id, receipt }) =>
            table.update(keyOf(id), place(WAITING, at, id), { when: { receipt: { equals: receipt } } }),
          ),
        );
        after = page.next;
      } while (after !== null);
    },

    async deadLetters() {
      let count = 0;
      for await (const _ of deadLetters()) count++;
      return count;
    },

    async redrive() {
      let count = 0;
      for await (const item of deadLetters()) {
        if (isDamaged(item)) continue;
        const { id } = v.parse(Message, item);
        const anew = { receiveCount: 0, expiresAt: now() + RETENTION_MS, ...place(WAITING, now(), id) };
        if (await table.update(keyOf(id), anew, { when: { i1pk: { equals: DEAD } } })) count++;
      }
      return count;
    },
  };
}

const keyOf = (id: string): Key => ({ pk: `QUEUE#${id}`, sk: 'MESSAGE' });
const sortKey = (at: number, id: string) => `${paddedTime(at)}#${id}`;
const place = (line: string, at: number, id: string) => ({ i1pk: line, i1sk: sortKey(at, id) });
