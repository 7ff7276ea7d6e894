import * as v from 'valibot';
import { applicationKey } from '../../applications/domain/application-key.ts';
import { queryAll } from '../../platform/table/query-all.ts';
import { paddedTime } from '../../platform/values/padded.ts';
import type { Table, World } from '../../platform/world.ts';
import { addCalls, type CalledServices } from '../domain/called/called-services.ts';
import { type HourCounts, noCounts, ownHours } from './counts/own-hours.ts';
import { pinnedBytes } from './pinned-bytes.ts';
import { BYTES_PREFIX, BytesRow, rollingSums } from './rolling-sums.ts';

const HOUR_MS = 3_600_000;

/** Stored bytes of an application's cases: compressed payloads and heads, without indexes. */
export interface CaseBytes {
  rolling: number;
  pinned: number;
}

/**
 * Bytes of a case that came in at a time (epoch ms); negative where it has gone, as is its number. 0 cases: it has
 * other bytes now.
 */
export interface BytesChange {
  appId: string;
  arrivedAt: number;
  bytes: number;
  cases: 1 | -1 | 0;
  /** Its calls by service. */
  called?: CalledServices;
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
 * Counts the stored bytes of cases (`applicationKey`), the cases, and their calls by service: sk `BYTES#<hour of
 * arrival>#<writer>` for rolling cases, which expires with the cases of its hour, and sk `BYTES.PINNED`. Each process
 * overwrites rows of its own, so intake neither reads nor contends: one more row per application and call. A sum reads
 * a row per hour of retention and process. A crash in the middle of a call may leave the bytes of that call out or in,
 * until they expire.
 */
export function caseBytes({ table, now, tenant, retentionMs, writer }: CaseByteParts) {
  const own = ownHours(retentionMs, now);
  const { pinnedOf, addPinned } = pinnedBytes(table, tenant);
  const sums = rollingSums(table, tenant, now);

  return {
    /** Notes changes of rolling cases; the writes are submitted before this returns, and never fail. */
    async add(changes: readonly BytesChange[]): Promise<void> {
      const rows = new Map<string, { appId: string; hour: number; counts: HourCounts }>();
      for (const { appId, arrivedAt, bytes, cases, called } of changes) {
        const hour = Math.floor(arrivedAt / HOUR_MS);
        const name = `${hour}#${appId}`;
        const row = rows.get(name) ?? { appId, hour, counts: noCounts() };
        rows.set(name, row);
        const { counts } = row;
        counts.bytes += bytes;
        counts.cases += cases;
        for (const [service, calls] of called ?? []) addCalls(counts.called, service, cases * calls);
      }
      // A row that could not be written is made up for by the next one, which holds the total.
      await Promise.allSettled(
        [...rows.values()].map(({ appId, hour, counts }) => {
          sums.add(appId, counts.bytes, counts.cases);
          return table.put({
            pk: applicationKey(tenant, appId),
            sk: `${BYTES_PREFIX}${paddedTime(hour * HOUR_MS)}#${writer}`,
            ...own.add(appId, hour, counts),
            expiresAt: (hour + 1) * HOUR_MS + retentionMs,
          });
        }),
      );
    },

    addPinned,
    rollingOf: async (appId: string): Promise<number> => (await sums.of(appId)).rolling,

    /** Rolling cases by the hour of their arrival, of each hour from `since` (epoch ms) until now, oldest first. */
    perHour: (appId: string, since: number): Promise<CasesOfHour[]> =>
      casesPerHour(table, applicationKey(tenant, appId), since, now()),

    of: async (appId: string): Promise<CaseBytes> => {
      const [{ rolling }, pinned] = await Promise.all([sums.of(appId), pinnedOf(appId)]);
      return { rolling: Math.max(0, rolling), pinned: pinned.bytes };
    },

    /** How many cases of an application are kept, rolling and pinned; those of a moment ago may be missing. */
    countOf: async (appId: string): Promise<number> => {
      const [{ cases }, pinned] = await Promise.all([sums.of(appId), pinnedOf(appId)]);
      return Math.max(0, cases) + pinned.cases;
    },
  };
}

async function casesPerHour(table: Table, pk: string, since: number, until: number): Promise<CasesOfHour[]> {
  const first = Math.floor(since / HOUR_MS);
  const last = Math.floor(until / HOUR_MS);
  const hours = Array.from({ length: last - first + 1 }, (_, at) => ({ from: (first + at) * HOUR_MS, cases: 0 }));
  const rows = queryAll(table, { pk, from: `${BYTES_PREFIX}${paddedTime(first * HOUR_MS)}`, to: `${BYTES_PREFIX}~` });
  for await (const row of rows) {
    const { sk, cases } = v.parse(BytesRow, row);
    const hour = hours[Math.floor(Number(sk.split('#')[1]) / HOUR_MS) - first];
    if (hour) hour.cases += cases;
  }
  // A process that ended in the middle of a call may have counted a deletion only.
  return hours.map(({ from, cases }) => ({ from, cases: Math.max(0, cases) }));
}
