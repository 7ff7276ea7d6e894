import type { SealContext } from './envelope.ts';
import type { Json } from './json.ts';
import type { ModelQuestion, ModelReply } from './model/model-question.ts';
import type { Http } from './outbound/http.ts';
import type { Result } from './result.ts';
import type { RowWatch } from './table/row-watch.ts';
import type { Job } from './values/job.ts';

/**
 * Everything outside the domain rules, on one screen (docs/decisions/001-two-worlds.md). There are exactly two worlds,
 * `aws/` and `standalone/`; `test/contracts/` holds both to the promises documented here.
 */
export interface World {
  table: Table;
  blobs: Blobs;
  queue: Queue;
  workflows: Workflows;
  egress: Egress;
  http: Http;
  keys: Keys;
  mail: Mail;
  /** Null if SVC_AI_MODEL is not set. */
  model: Model | null;
  work: Work;
  log: Log;
  /** The wall clock: epoch milliseconds. It may be set forward or back at any time. */
  now(): number;
  /** The monotonic clock: milliseconds since some moment of this process. It measures waits and time limits. */
  elapsed(): number;
  /** The only source of randomness: 32 random lower-case hex digits. */
  newId(): string;
}

export type { Json };

export interface Key {
  pk: string;
  sk: string;
}

/**
 * A row. `data` is its only binary member (at most one, never indexed). `i1pk` and `i1sk` together (likewise i2, i3)
 * add it to a sparse index; at `expiresAt` (epoch ms) it becomes invisible to every reader and every condition. At most
 * 350 KB in total; no attribute is called `ttl`.
 */
export interface Item extends Key {
  i1pk?: string;
  i1sk?: string;
  i2pk?: string;
  i2sk?: string;
  i3pk?: string;
  i3sk?: string;
  expiresAt?: number | undefined;
  data?: Uint8Array;
  [name: string]: Json | Uint8Array | undefined;
}

/**
 * The condition of a write, as data. `absent`: the row does not exist; `present`: it exists; otherwise every named
 * attribute of an existing row passes its test. `before: n` also passes if the row or the attribute is absent (a lease
 * never taken).
 */
export type Condition = 'absent' | 'present' | Record<string, AttributeTest>;
export type AttributeTest =
  | { equals: string | number | boolean | null }
  | { oneOf: readonly (string | number)[] }
  | { before: number }
  | { absent: true };

/** Attributes to set; `undefined` removes one. Updating an absent row creates it, unless its condition forbids that. */
export type Changes = Record<string, Json | Uint8Array | undefined>;

export type Write =
  | { put: Item; when?: Condition }
  | { update: Key; set: Changes; when?: Condition }
  | { remove: Key; when?: Condition }
  | { check: Key; when: Condition };

export interface Query {
  pk: string;
  /** Queries `pk` and the range in this sparse index instead of the primary key (eventually consistent on AWS). */
  index?: 'i1' | 'i2' | 'i3';
  /** Prefix of the sort keys; not together with `from` and `to`. */
  prefix?: string;
  /** First sort key, inclusive. */
  from?: string;
  /** End of the sort keys, exclusive. */
  to?: string;
  /** Descending sort keys. */
  descending?: boolean;
  /** Maximum rows of this page. Default: 1,000. */
  limit?: number;
  /** `next` of the previous page; what does not belong to this list throws UnusableCursor (table-cursor.ts). */
  after?: string;
  /** `marked`: an unreadable row is in the page, as `damagedItem` of its keys; else the query throws DamagedData. */
  damaged?: 'marked';
}

export interface Page {
  items: Item[];
  /** Cursor for `after`; null after the last row. */
  next: string | null;
}

/**
 * Durable rows: DynamoDB, or one SQLite file. A write is durable when its promise resolves; a failed condition is a
 * value (`false`), never an exception; reads by primary key see every completed write. Reading a key that no row can
 * have (pk of 1 to 2,048 bytes, sk of 1 to 1,024) finds nothing; writing one throws. Sort keys ascend by UTF-8 bytes.
 * Reading a row that is not as it was written throws DamagedData; as a condition, `absent` and `present`, it counts as
 * there.
 */
export interface Table extends RowWatch {
  get(key: Key): Promise<Item | undefined>;
  /**
   * `prompt`: the caller acts on the result immediately, so nothing may come in between. The write then survives the
   * process; it survives the machine from the next write on. `patient`: the write may wait some ms for others.
   */
  put(item: Item, options?: { when?: Condition; prompt?: boolean; patient?: boolean }): Promise<boolean>;
  update(key: Key, set: Changes, options?: { when?: Condition; prompt?: boolean }): Promise<boolean>;
  remove(key: Key, options?: { when?: Condition }): Promise<boolean>;
  query(query: Query): Promise<Page>;
  /** All or nothing, at most 100 writes on distinct keys and 4 MB in total; false when any condition failed. */
  transact(writes: readonly Write[]): Promise<boolean>;
  /**
   * Adds rows that are absent one after the other, up to the first that is there; returns how many it added. Half the
   * price of a transaction on AWS, where a crash or a fault may leave the first ones alone. At most 100 rows on
   * distinct keys.
   */
  addInOrder(items: readonly Item[]): Promise<number>;
  /**
   * One entry per key, in the same order; at most 1,000 keys. `mayBeStale`: a row may be as it was a moment ago, which
   * costs half on AWS; one that is found nowhere is absent.
   */
  batchGet(keys: readonly Key[], options?: { mayBeStale?: boolean }): Promise<(Item | undefined)[]>;
  /** Unconditional puts on distinct keys, not atomic as a whole; at most 1,000. */
  batchPut(items: readonly Item[]): Promise<void>;
  /** Unconditional removals of distinct keys, not atomic as a whole; at most 1,000. */
  batchRemove(keys: readonly Key[]): Promise<void>;
}

/**
 * Immutable byte strings for what is too large for a row. The key's first segment is its retention class (`cases/…`,
 * `plans/…`, `evaluation/…`, `uploads/…`, `kept/…`): the world deletes `cases` and `plans` some time after
 * SVC_CASE_RETENTION_HOURS and SVC_PLAN_RETENTION_DAYS, `evaluation` after 90 days and `uploads` after one; `kept`
 * stays until removed.
 */
export interface Blobs {
  /** Durable when resolved. The first write of a key wins; a repeat changes nothing. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The same of bytes that are read as they are written; nothing is stored if they fail. */
  putStream(key: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  get(key: string): Promise<ReadableStream<Uint8Array> | undefined>;
  remove(key: string): Promise<void>;
  stat(key: string): Promise<BlobFacts | undefined>;
  /** Durable when resolved. The first write of `to` wins; false if `from` does not exist. */
  copy(from: string, to: string): Promise<boolean>;
  /** A URL whose holder may upload exactly these bytes within 15 minutes; a second upload replaces the first. */
  signedPut(key: string, bytes: { sizeBytes: number; sha256: string }): Promise<SignedPut>;
  /** A URL whose holder may download a blob as a file of that media type within 15 minutes. */
  signedGet(key: string, mediaType: string): Promise<SignedGet>;
}

export interface BlobFacts {
  sizeBytes: number;
  /** Lower-case hex if the store verified it during the upload; null: callers that need it read the bytes. */
  sha256: string | null;
}

export interface SignedGet {
  url: string;
  /** Epoch ms. */
  expiresAt: number;
}

export interface SignedPut extends SignedGet {
  /** Headers to send unchanged; a client adds content-length itself. */
  headers: Record<string, string>;
}

export interface QueueMessage {
  /** Handle of this delivery, for `acknowledge`. */
  receipt: string;
  body: Json;
  /** 1 at the first delivery. */
  receiveCount: number;
}

/**
 * At-least-once delivery: SQS, or rows of the table. After 5 unacknowledged deliveries a message becomes a dead letter.
 */
export interface Queue {
  /** `delaySeconds`: an integer, at most 900. */
  send(body: Json, options?: { delaySeconds?: number }): Promise<void>;
  /** At most 10 messages, hidden from other receivers for `visibilitySeconds`. */
  receive(options: { visibilitySeconds: number }): Promise<QueueMessage[]>;
  acknowledge(receipt: string): Promise<void>;
  /** Dead-letters a received message immediately, because no further delivery can succeed. */
  deadLetter(message: Pick<QueueMessage, 'receipt' | 'body'>): Promise<void>;
  deadLetters(): Promise<number>;
  /** Redrives every dead letter and returns how many. */
  redrive(): Promise<number>;
}

/** The machines of `state-machines/<name>.asl.json`. */
export type MachineName = 'replay' | 'recompare' | 'analysis' | 'evaluation';

/** Runs `state-machines/*.asl.json`: Step Functions Standard, or `platform/standalone/workflows/state-machine.ts`. */
export interface Workflows {
  /**
   * Starts an execution of that name; a second start with the same name and input changes nothing. Durable when
   * resolved. `ended`: an execution of that name has already ended, so none runs.
   */
  start(machine: MachineName, name: string, input: Json): Promise<'running' | 'ended'>;
  /**
   * Completes the task that waits with this token, at most once. `gone`: nothing waits with it any more (completed,
   * timed out, ended, or its execution was restarted), which is not an error. Durable when resolved.
   */
  complete(token: string, output: Json): Promise<'taken' | 'gone'>;
}

/** The egress policy, for what is checked before anything is sent (docs/egress.md). */
export interface Egress {
  /**
   * Why the policy forbids this url (a closed set of words, never the url), or null. Resolves names; an unresolvable
   * one is allowed.
   */
  denial(url: string): Promise<string | null>;
  /** The addresses of a host name or address; empty if it does not resolve within 3 s. Never rejects. */
  addresses(hostname: string): Promise<readonly string[]>;
}

/** A language model: Bedrock, or an OpenAI-compatible endpoint (docs/analysis.md). */
export interface Model {
  /** Asks, with a few retries, until an answer has the requested form; never throws because of the other side. */
  ask<T>(question: ModelQuestion<T>): Promise<ModelReply<T>>;
}

/** Seals secrets at rest: with KMS, or the master keys of a file. */
export interface Keys {
  /** Returns a text that reveals nothing of the sealed one except its length. */
  seal(text: string, context: SealContext): Promise<string>;
  /** Throws under another context than it was sealed for, without its key, and if any part of it was changed. */
  open(sealed: string, context: SealContext): Promise<string>;
}

/** Sends mail: SES, an SMTP server, or files in the outbox of SVC_DATA_DIR (interface 4.8). */
export interface Mail {
  /** Resolves when the mail is durably accepted. `to` is one address, `text` plain text. */
  send(message: { to: string; subject: string; text: string }): Promise<void>;
}

/**
 * Runs heavy pure work beside the thread that serves requests: a pool of threads, or in place on Lambda, where an
 * instance serves one request at a time.
 */
export interface Work {
  /**
   * Runs a job with what `input` makes when its turn comes; a job of less than 64 KB runs in place, at once. Byte
   * arrays of the input are moved: no one else may use them. Rejects with the fault of the job, and when `signal`
   * aborts. `OVER_TIME`, `OVER_MEMORY`: the job used up its budget and was ended, which affects no other job.
   */
  run<Input, Output>(
    job: Job<Input, Output>,
    input: () => NoInfer<Input> | Promise<NoInfer<Input>>,
    options: WorkOptions,
  ): Promise<Result<Output, 'OVER_TIME' | 'OVER_MEMORY'>>;
  /** Whether large jobs run in threads, so that they continue after an answer. */
  readonly hasThreads: boolean;
  /** Starts what large jobs need if nothing runs yet, for pages that lead to one that runs such a job. */
  prepare(): void;
}

interface WorkOptions {
  /** Bytes that the job reads, decompressed. */
  bytes: number;
  /** Somebody waits for it: it runs before work of replays. */
  urgent?: boolean;
  signal?: AbortSignal;
}

/** Structured log lines (facts: ids, counts, codes; never a secret, url, body or field value). */
export interface Log {
  debug(message: string, facts?: Record<string, unknown>): void;
  info(message: string, facts?: Record<string, unknown>): void;
  warn(message: string, facts?: Record<string, unknown>): void;
  error(message: string, facts?: Record<string, unknown>): void;
}
