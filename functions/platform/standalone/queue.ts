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
  /** How many messages wait, those that are due later or are being handled included. */
  waiting(): Promise<number>;
}

/** The rows of a queue. */
interface Messages {
  table: Table;
  now: () => number;
  newId: () => string;
  sent: PromiseWithResolvers<void>;
}

/**
 * A queue in rows of the table: pk `QUEUE#<id>`, sk `MESSAGE`; index i1 lists waiting messages by the time of their
 * next delivery.
 */
export function tableQueue({ table, now, newId }: QueueParts): TableQueue {
  const queue: Messages = { table, now, newId, sent: Promise.withResolvers<void>() };
  return {
    send: (body, options) => send(queue, body, options),
    receive: (arg0) => receive(queue, arg0),
    acknowledge: (receipt) => acknowledge(queue, receipt),
    deadLetter: (arg0) => deadLetter(queue, arg0),
    due: (maxMs, signal) => due(queue, maxMs, signal),
    restore: () => restore(queue),
    deadLetters: () => countOf(queue, DEAD),
    waiting: () => countOf(queue, WAITING),
    redrive: () => redrive(queue),
  };
}

async function send(queue: Messages, body: Json, options: { delaySeconds?: number } = {}): Promise<void> {
  checkDelay(options.delaySeconds);
  const id = queue.newId();
  const text = JSON.stringify(body);
  await queue.table.put({
    ...keyOf(id),
    id,
    body: text,
    receipt: '',
    receiveCount: 0,
    expiresAt: queue.now() + RETENTION_MS,
    ...indexKeys(WAITING, queue.now() + (options.delaySeconds ?? 0) * 1000, id),
  });
  queue.sent.resolve();
}

/**
 * Hides a message from other receivers; undefined if another receiver was faster or the message has become a dead
 * letter.
 */
async function take(queue: Messages, { id, body, receipt, receiveCount }: Message, visibilitySeconds: number) {
  const untouched = { when: { receipt: { equals: receipt } } };
  if (receiveCount >= MAX_RECEIVE_COUNT) {
    await queue.table.update(keyOf(id), indexKeys(DEAD, queue.now(), id), untouched);
    return undefined;
  }
  const taken = { receipt: `${id}.${queue.newId()}`, receiveCount: receiveCount + 1 };
  const hidden = indexKeys(WAITING, queue.now() + visibilitySeconds * 1000, id);
  const won = await queue.table.update(keyOf(id), { ...taken, ...hidden }, untouched);
  // `send` wrote the text.
  return won ? { ...taken, body: JSON.parse(body) as Json } : undefined;
}

/** A message that cannot be read would block others for ever; the sweeper sends those of deliveries again. */
async function takeOrDrop(queue: Messages, item: Item, visibilitySeconds: number) {
  if (!isDamaged(item)) return take(queue, v.parse(Message, item), visibilitySeconds);
  await queue.table.remove({ pk: item.pk, sk: item.sk });
  return undefined;
}

const listed = async (queue: Messages, line: string, range: { to?: string; after?: string; limit?: number }) =>
  queue.table.query({ index: 'i1', pk: line, damaged: 'marked', ...range });

async function* messagesOf(queue: Messages, line: string): AsyncGenerator<Item> {
  let after: string | null = null;
  do {
    const page = await listed(queue, line, after === null ? {} : { after });
    yield* page.items;
    after = page.next;
  } while (after !== null);
}

async function receive(queue: Messages, { visibilitySeconds }: { visibilitySeconds: number }): Promise<QueueMessage[]> {
  const { items } = await listed(queue, WAITING, { to: sortKey(queue.now() + 1, ''), limit: MAX_MESSAGES * 2 });
  const received: QueueMessage[] = [];
  let next = 0;
  while (next < items.length && received.length < MAX_MESSAGES) {
    const some = items.slice(next, next + MAX_MESSAGES - received.length);
    next += some.length;
    // Concurrently, so that they share one fsync.
    const taken = await Promise.all(some.map((item) => takeOrDrop(queue, item, visibilitySeconds)));
    received.push(...taken.filter((message) => message !== undefined));
  }
  return received;
}

async function acknowledge(queue: Messages, receipt: string): Promise<void> {
  const [id = ''] = receipt.split('.');
  await queue.table.remove(keyOf(id), { when: { receipt: { equals: receipt } } });
}

async function deadLetter(queue: Messages, { receipt }: Pick<QueueMessage, 'receipt'>): Promise<void> {
  const [id = ''] = receipt.split('.');
  await queue.table.update(keyOf(id), indexKeys(DEAD, queue.now(), id), { when: { receipt: { equals: receipt } } });
}

async function due(queue: Messages, maxMs: number, signal: AbortSignal): Promise<void> {
  queue.sent = Promise.withResolvers();
  const { promise, resolve } = queue.sent;
  const { items } = await listed(queue, WAITING, { limit: MAX_MESSAGES });
  const next = Number.parseInt(items.find((item) => !isDamaged(item))?.i1sk ?? '', 10);
  const waitMs = Number.isNaN(next) ? maxMs : Math.min(Math.max(next - queue.now(), 0), maxMs);
  const timer = setTimeout(resolve, waitMs);
  const aborted = () => resolve();
  signal.addEventListener('abort', aborted);
  if (!signal.aborted) await promise;
  signal.removeEventListener('abort', aborted);
  clearTimeout(timer);
}

async function restore(queue: Messages) {
  const at = queue.now();
  const furthest = sortKey(at + MAX_DELAY_SECONDS * 1000 + 1, '');
  let after: string | null = null;
  do {
    const page = await listed(queue, WAITING, after === null ? {} : { after });
    // Messages that were never received keep their delivery time; messages already waiting stay queued.
    const hidden = page.items
      .filter((item) => !isDamaged(item) && (item.i1sk ?? '') >= sortKey(at + 1, ''))
      .map((item) => v.parse(Message, item))
      .filter(({ receipt, i1sk }) => receipt !== '' || String(i1sk) >= furthest);
    await Promise.all(
      hidden.map(({ id, receipt }) =>
        queue.table.update(keyOf(id), indexKeys(WAITING, at, id), { when: { receipt: { equals: receipt } } }),
      ),
    );
    after = page.next;
  } while (after !== null);
}

async function countOf(queue: Messages, line: string): Promise<number> {
  let count = 0;
  for await (const _ of messagesOf(queue, line)) count++;
  return count;
}

async function redrive(queue: Messages) {
  let count = 0;
  for await (const item of messagesOf(queue, DEAD)) {
    if (isDamaged(item)) continue;
    const { id } = v.parse(Message, item);
    const anew = { receiveCount: 0, expiresAt: queue.now() + RETENTION_MS, ...indexKeys(WAITING, queue.now(), id) };
    if (await queue.table.update(keyOf(id), anew, { when: { i1pk: { equals: DEAD } } })) count++;
  }
  return count;
}

const keyOf = (id: string): Key => ({ pk: `QUEUE#${id}`, sk: 'MESSAGE' });
const sortKey = (at: number, id: string) => `${paddedTime(at)}#${id}`;
const indexKeys = (line: string, at: number, id: string) => ({ i1pk: line, i1sk: sortKey(at, id) });
