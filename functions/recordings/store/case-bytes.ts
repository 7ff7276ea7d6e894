import * as v from 'valibot';
import { applicationKey } from '../../applications/domain/application-key.ts';
import { queryAll } from '../../platform/table/query-all.ts';
import { paddedTime } from '../../platform/values/padded.ts';
import type { Table, World } from '../../platform/world.ts';
import { pinnedBytes } from './pinned-bytes.ts';

const HOUR_MS = 3_600_000;
const PREFIX = 'BYTES#';
/** How long a sum is used before the rows are read again, for what other processes have written. */
const SUM_MS = 60_000;

// `cases` is absent in rows of earlier versions.
const Counter = v.looseObject({ sk: v.string(), bytes: v.number(), cases: v.optional(v.number(), 0) });

/** Stored bytes of an application's cases: compressed payloads and heads, without indexes. */
export interface CaseBytes {
  rolling: number;
  pinned: number;
}

/** Bytes of a case that came in at a time (epoch ms); negative where it has gone, as is its number. */
export interface BytesChange {
  appId: string;
  arrivedAt: number;
  bytes: number;
  cases: 1 | -1;
}

/** Cases that came in within one hour and are still kept; the hour begins at `from` (epoch ms). */
export interface CasesOfHour {
  from: number;
  cases: number;
}

export interface CaseByteParts extends Pick<World, 'table' | 'now'> {
  tenant: string;
  retentionMs: number;
  /** Unique to this process. */
  writer: string;
}

/**
 * Counts the stored bytes of cases (`applicationKey`), and the cases: sk `BYTES#<hour of arrival>#<writer>` for rolling cases, which
 * expires with the cases of its hour, and sk `BYTES.PINNED`. Each process overwrites rows of its own, so intake neither
 * reads nor contends: one more row per application and call. A sum reads a row per hour of retention and process. A crash
 * in the middle of a call may leave the bytes of that call out or in, until they expire.
 */
export function caseBytes({ table, now, tenant, retentionMs, writer }: CaseByteParts) {
  const own = new Map<string, { hour: number; bytes: number; cases: number }>();
  const { pinnedOf, addPinned } = pinnedBytes(table, tenant);
  const sums = new Map<string, { at: number; rolling: number }>();

  async function rollingOf(appId: string): Promise<number> {
    const known = sums.get(appId);
    if (known && Math.abs(now() - known.at) < SUM_MS) return known.rolling;
    let rolling = 0;
    const rows = queryAll(table, { pk: applicationKey(tenant, appId), prefix: PREFIX });
    for await (const row of rows) rolling += v.parse(Counter, row).bytes;
    sums.set(appId, { at: now(), rolling });
    return rolling;
  }

  /** Adds to this process's row of an hour; expired hours are forgotten. */
  function counted(appId: string, hour: number, bytes: number, cases: number): { bytes: number; cases: number } {
    const name = `${hour}#${appId}`;
    const before = own.get(name);
    const total = { bytes: (before?.bytes ?? 0) + bytes, cases: (before?.cases ?? 0) + cases };
    own.set(name, { hour, ...total });
    const sum = sums.get(appId);
    if (sum) sum.rolling += bytes;
    for (const [other, one] of own) {
      if ((one.hour + 1) * HOUR_MS + retentionMs > now()) break;
      own.delete(other);
    }
    return total;
  }

  return {
    /** Notes changes of rolling cases; the writes are submitted before this returns, and never fail. */
    async add(changes: readonly BytesChange[]): Promise<void> {
      const rows = new Map<string, { appId: string; hour: number; bytes: number; cases: number }>();
      for (const { appId, arrivedAt, bytes, cases } of changes) {
        const hour = Math.floor(arrivedAt / HOUR_MS);
        const row = rows.get(`${hour}#${appId}`);
        if (row) {
          row.bytes += bytes;
          row.cases += cases;
        } else rows.set(`${hour}#${appId}`, { appId, hour, bytes, cases });
      }
      // A row that could not be written is made up for by the next one, which holds the total.
      await Promise.allSettled(
        [...rows.values()].map(({ appId, hour, bytes, cases }) =>
          table.put({
            pk: applicationKey(tenant, appId),
            sk: `${PREFIX}${paddedTime(hour * HOUR_MS)}#${writer}`,
            ...counted(appId, hour, bytes, cases),
            expiresAt: (hour + 1) * HOUR_MS + retentionMs,
          }),
        ),
      );
    },

    addPinned,
    rollingOf,

    /** Rolling cases by the hour of their arrival, of each hour from `since` (epoch ms) until now, oldest first. */
    perHour: (appId: string, since: number): Promise<CasesOfHour[]> =>
      casesPerHour(table, applicationKey(tenant, appId), since, now()),

    of: async (appId: string): Promise<CaseBytes> => {
      const [rolling, pinned] = await Promise.all([rollingOf(appId), pinnedOf(appId)]);
      return { rolling: Math.max(0, rolling), pinned };
    },
  };
}

async function casesPerHour(table: Table, pk: string, since: number, until: number): Promise<CasesOfHour[]> {
  const first = Math.floor(since / HOUR_MS);
  const last = Math.floor(until / HOUR_MS);
  const hours = Array.from({ length: last - first + 1 }, (_, at) => ({ from: (first + at) * HOUR_MS, cases: 0 }));
  const rows = queryAll(table, { pk, from: `${PREFIX}${paddedTime(first * HOUR_MS)}`, to: `${PREFIX}~` });
  for await (const row of rows) {
    const { sk, cases } = v.parse(Counter, row);
    const hour = hours[Math.floor(Number(sk.split('#')[1]) / HOUR_MS) - first];
    if (hour) hour.cases += cases;
  }
  // A process that ended in the middle of a call may have counted a deletion only.
  return hours.map(({ from, cases }) => ({ from, cases: Math.max(0, cases) }));
}
