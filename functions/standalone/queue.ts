import * as v from 'valibot';
import { checkDelay } from '../domain/queue-delay.ts';
import type { Item, Json, Key, Queue, Table } from '../world.ts';

const MOST_DELIVERIES = 5;
const MOST_MESSAGES = 10;
/** As long as SQS keeps one at most. */
const RETENTION_MS = 14 * 86_400_000;
const WAITING = 'QUEUE#WAITING';
const DEAD = 'QUEUE#DEAD';

const Message = v.looseObject({ id: v.string(), body: v.string(), receipt: v.string(), receiveCount: v.number() });
type Message = v.InferOutput<typeof Message>;

export interface QueueParts {
  table: Table;
  now(): number;
  newId(): string;
}

/** A queue in rows of the table: pk `QUEUE#<id>`, sk `MESSAGE`; index i1 lists who waits, by the time of its next delivery. */
export function tableQueue({ table, now, newId }: QueueParts): Queue {
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
  }

  /** Takes a message out of the others' sight; undefined where another receiver was faster or it is a dead letter now. */
  async function take({ id, body, receipt, receiveCount }: Message, visibilitySeconds: number) {
    const untouched = { when: { receipt: { equals: receipt } } };
    if (receiveCount >= MOST_DELIVERIES) {
      await table.update(keyOf(id), place(DEAD, now(), id), untouched);
      return undefined;
    }
    const taken = { receipt: `${id}.${newId()}`, receiveCount: receiveCount + 1 };
    const hidden = place(WAITING, now() + visibilitySeconds * 1000, id);
    const won = await table.update(keyOf(id), { ...taken, ...hidden }, untouched);
    // `send` wrote the text.
    return won ? { ...taken, body: JSON.parse(body) as Json } : undefined;
  }

  const listed = async (line: string, range: { to?: string; after?: string; limit?: number }) =>
    table.query({ index: 'i1', pk: line, ...range });

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
      const { items } = await listed(WAITING, { to: sortKey(now() + 1, ''), limit: MOST_MESSAGES * 2 });
      const received = [];
      for (const item of items) {
        const message = await take(v.parse(Message, item), visibilitySeconds);
        if (message) received.push(message);
        if (received.length === MOST_MESSAGES) break;
      }
      return received;
    },

    async acknowledge(receipt) {
      const [id = ''] = receipt.split('.');
      await table.remove(keyOf(id), { when: { receipt: { equals: receipt } } });
    },

    async deadLetters() {
      let count = 0;
      for await (const _ of deadLetters()) count++;
      return count;
    },

    async redrive() {
      let count = 0;
      for await (const item of deadLetters()) {
        const { id } = v.parse(Message, item);
        const anew = { receiveCount: 0, expiresAt: now() + RETENTION_MS, ...place(WAITING, now(), id) };
        if (await table.update(keyOf(id), anew, { when: { i1pk: { equals: DEAD } } })) count++;
      }
      return count;
    },
  };
}

const keyOf = (id: string): Key => ({ pk: `QUEUE#${id}`, sk: 'MESSAGE' });
const sortKey = (at: number, id: string) => `${String(at).padStart(15, '0')}#${id}`;
const place = (line: string, at: number, id: string) => ({ i1pk: line, i1sk: sortKey(at, id) });
