import * as v from 'valibot';
import { CONFLICT, retryOnConflict } from '../../../platform/table/retry-on-conflict.ts';
import { Digest } from '../../../platform/values/digest.ts';
import { partitionOf } from '../../../platform/values/families/row-families.ts';
import type { Key, World, Write } from '../../../platform/world.ts';
import { GENESIS, type Link } from '../../domain/ledger/chain.ts';

/**
 * The end of a tenant's ledger, with the number of its queued and active runs. Counting them under the same condition
 * keeps them exact.
 */
export interface LedgerHead {
  last: Link;
  queued: number;
  active: number;
  /** Incremented by each write. */
  version: number;
}

/** Writes planned for a head. Without `head` it stays as it is; without `writes` nothing is written. */
export interface HeadPlan<Answer> {
  answer: Answer;
  head?: LedgerHead;
  writes?: readonly Write[];
}

export type LedgerHeadStore = ReturnType<typeof ledgerHead>;

/** Maximum rows of entries that share a transaction. */
const SHARED_ROWS = 90;
/**
 * Maximum retries of one entry when other processes move the head between its read and write. Evaluation 4 names 5;
 * eight processes that write without pause need more.
 */
const MAX_ATTEMPTS = 40;
/** Maximum backoff before a retry, with full jitter. A head that has moved is immediately free again. */
const MAX_BACKOFF_MS = 250;

const HeadRow = v.object({
  sequence: v.number(),
  chain_digest: Digest,
  queued: v.number(),
  active: v.number(),
  version: v.number(),
});

interface Entry {
  /** Plans, and stores the answer for `settle`. */
  plan(head: LedgerHead): { head: LedgerHead; writes: readonly Write[] };
  settle(): void;
  lose(): void;
  fail(cause: unknown): void;
}

/**
 * Writes at the head of one tenant's ledger (evaluation 4): pk `T#<tenant>#LED`, sk `HEAD`, written on condition that
 * it has not changed since it was read. Requests of this process during a transaction share the next one.
 */
export function ledgerHead({ table, newId }: Pick<World, 'table' | 'newId'>, tenant: string) {
  const stored = storedHead(table, { pk: partitionOf('ledgerHeads', tenant), sk: 'HEAD' });
  const { read, write } = stored;
  const waits = changeWaits();
  let waiting: Entry[] = [];
  let isWriting = false;

  async function writeWaiting(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const entries = waiting;
      waiting = [];
      const alone = entries.length === 1 ? entries : await writeShared(entries);
      for (const entry of alone) await writeAlone(stored, entry, { settle, newId });
    }
    isWriting = false;
  }

  /**
   * Writes as many entries together as fit, leaves the rest waiting, and returns the entries that must be written
   * alone.
   */
  async function writeShared(entries: readonly Entry[]): Promise<readonly Entry[]> {
    try {
      const before = await read();
      const { head, taken, left, writes } = shareOf(entries, before);
      if (writes.length > 0 && !(await write(before, head, writes))) return entries;
      waiting = [...left, ...waiting];
      settle(taken);
      return [];
    } catch {
      // Writing each entry alone shows which one failed.
      return entries;
    }
  }

  function settle(entries: readonly Entry[]): void {
    for (const entry of entries) entry.settle();
    waits.wake();
  }

  return {
    read,

    /**
     * Writes the result of `plan`, which is called again whenever the head has moved. Returns `lost` if one of its own
     * conditions failed.
     */
    write<Answer>(plan: (head: LedgerHead) => HeadPlan<Answer>, lost: Answer): Promise<Answer> {
      const { entry, promise } = entryOf(plan, lost);
      waiting.push(entry);
      if (!isWriting) void writeWaiting();
      return promise;
    },

    change: waits.change,
    cancelWaits: waits.cancelWaits,
  };
}

/** An entry for a plan, and its answer. */
function entryOf<Answer>(
  plan: (head: LedgerHead) => HeadPlan<Answer>,
  lost: Answer,
): { entry: Entry; promise: Promise<Answer> } {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  let planned: HeadPlan<Answer> | undefined;
  const entry: Entry = {
    plan(head) {
      planned = plan(head);
      return { head: planned.head ?? head, writes: planned.writes ?? [] };
    },
    settle: () => planned && resolve(planned.answer),
    lose: () => resolve(lost),
    fail: reject,
  };
  return { entry, promise };
}

async function writeAlone(
  { read, write }: StoredHead,
  entry: Entry,
  { settle, newId }: { settle(entries: readonly Entry[]): void; newId(): string },
): Promise<void> {
  const backoff = (tries: number) =>
    new Promise((resolve) => setTimeout(resolve, randomFraction(newId()) * Math.min(MAX_BACKOFF_MS, 5 * 2 ** tries)));
  try {
    let missed: number | null = null;
    const tryOnce = async () => {
      const before = await read();
      if (before.version === missed) return entry.lose();
      const { head, writes } = entry.plan(before);
      if (writes.length === 0 || (await write(before, head, writes))) return settle([entry]);
      missed = before.version;
      return CONFLICT;
    };
    await retryOnConflict(tryOnce, { subject: 'the head of the ledger', maxTries: MAX_ATTEMPTS, backoff });
  } catch (cause) {
    entry.fail(cause);
  }
}

type StoredHead = ReturnType<typeof storedHead>;

/** The row of a head. */
function storedHead(table: World['table'], key: Key) {
  return {
    async read(): Promise<LedgerHead> {
      const item = await table.get(key);
      if (item === undefined) return { last: GENESIS, queued: 0, active: 0, version: 0 };
      const { sequence, chain_digest, ...counts } = v.parse(HeadRow, item);
      return { last: { sequence, digest: chain_digest }, ...counts };
    },

    /** True if everything is written at `before`. False if the head moved, or if another condition failed. */
    write(before: LedgerHead, { last, queued, active }: LedgerHead, writes: readonly Write[]): Promise<boolean> {
      const head = { sequence: last.sequence, chain_digest: last.digest, queued, active, version: before.version + 1 };
      const when = before.version === 0 ? 'absent' : { version: { equals: before.version } };
      return table.transact([{ put: { ...key, ...head }, when }, ...writes]);
    },
  };
}

/** Waits of this process for its own writes. */
function changeWaits() {
  let isStopping = false;
  const listeners = new Set<() => void>();
  const wake = () => {
    for (const listener of [...listeners]) listener();
  };
  return {
    wake,

    /** Resolves when this process has written, or after `ms`. Null once waiting has ended. */
    change(ms: number): { happened: Promise<void>; forget(): void } | null {
      if (isStopping) return null;
      const { promise, resolve } = Promise.withResolvers<void>();
      const forget = () => {
        clearTimeout(timer);
        listeners.delete(forget);
        resolve();
      };
      const timer = setTimeout(forget, ms);
      listeners.add(forget);
      return { happened: promise, forget };
    },

    /** Ends every current and future wait for a change, because the process is about to stop. */
    cancelWaits(): void {
      isStopping = true;
      wake();
    },
  };
}

/** As many entries as fit in one transaction, in order, no two of which write the same row. */
function shareOf(entries: readonly Entry[], before: LedgerHead) {
  let head = before;
  const taken: Entry[] = [];
  const left: Entry[] = [];
  const rows = new Map<string, Write>();
  for (const entry of entries) {
    const planned = entry.plan(head);
    const keys = planned.writes.map(rowOf);
    const fits = rows.size === 0 || rows.size + keys.length <= SHARED_ROWS;
    if (!fits || keys.some((row) => rows.has(row))) {
      left.push(entry);
      continue;
    }
    for (const [at, row] of keys.entries()) rows.set(row, planned.writes[at] as Write); // one key for each write
    head = planned.head;
    taken.push(entry);
  }
  return { head, taken, left, writes: [...rows.values()] };
}

function rowOf(write: Write): string {
  const { pk, sk } =
    'put' in write ? write.put : 'update' in write ? write.update : 'remove' in write ? write.remove : write.check;
  return JSON.stringify([pk, sk]);
}

/** From 0 to 1. */
const randomFraction = (id: string): number => Number.parseInt(id.slice(0, 8), 16) / 2 ** 32;
