import * as v from 'valibot';
import { appPart } from '../../applications/domain/application-key.ts';
import { queryAll } from '../../platform/table/query-all.ts';
import { partitionOf } from '../../platform/values/families/row-families.ts';
import type { Item, Table, World } from '../../platform/world.ts';
import { ActiveReplay } from '../domain/active-replay.ts';

export type ActiveReplays = ReturnType<typeof activeReplays>;

/** Partitions over which the replays of an application are spread in fast runs. */
const SHARDS = 64;
const SPREAD = 'SPREAD';
/** How long after the last of them readers look for spread replays. */
const SPREAD_MS = 5 * 60_000;

const Row = v.object({ ...ActiveReplay.entries, tenant: v.string() });
const Named = v.object({ replayId: v.string(), planItemId: v.string(), startedAt: v.number() });

/**
 * Stores the requests that are replayed now, until they have ended or expire:
 *
 * | row | pk | sk |
 * | --- | --- | --- |
 * | replay | `SYSTEM#REPLAY#<replayId>` | `REPLAY` |
 * | of a trace | `T#<tenant>#REPLAYTRACE#<traceId>` | `<replayId>` |
 * | of an application | `T#<tenant>#REPLAYAPP#<app>` | `<replayId>` |
 * | of one, in a fast run | `T#<tenant>#REPLAYSHARD#<shard>#<app>` | `<replayId>` |
 * | that there may be such | `T#<tenant>#REPLAYAPP#<app>` | `SPREAD` |
 *
 * A replay is not under its tenant, since the mock gateway finds the tenant by it. Lists are rows and no index, so that
 * they are up to date on AWS, too.
 */
export function activeReplays({ table }: Pick<World, 'table'>, tenant: string) {
  const keyOf = (replayId: string) => ({ pk: partitionOf('activeReplays', replayId), sk: 'REPLAY' });
  const ofTraceKey = ({ replayId, traceId }: Pick<ActiveReplay, 'replayId' | 'traceId'>) => ({
    pk: partitionOf('replaysOfTraces', tenant, traceId),
    sk: replayId,
  });
  const lists = replayLists(table, tenant);

  async function find(replayId: string): Promise<ActiveReplay | null> {
    const row = REPLAY_ID.test(replayId) ? await table.get(keyOf(replayId)) : undefined;
    if (row === undefined) return null;
    const { tenant: owner, ...replay } = v.parse(Row, row);
    return owner === tenant ? replay : null;
  }

  return {
    /** Null if no such replay of this tenant is under way. */
    find,

    /** Durable when resolved. */
    async begin(replay: ActiveReplay): Promise<void> {
      const { expiresAt, planItemId, startedAt } = replay;
      if (replay.isSpread) await lists.noteSpread(replay);
      await table.batchPut([
        { ...keyOf(replay.replayId), ...replay, tenant },
        ...[ofTraceKey(replay), lists.keyOf(replay)].map((key) => ({ ...key, planItemId, startedAt, expiresAt })),
      ]);
    },

    /**
     * The row of its trace stays until it expires, which is free on AWS: a trace has few replays, and each is looked
     * up.
     */
    async end(replay: Pick<ActiveReplay, 'replayId' | 'appId' | 'isSpread'>): Promise<void> {
      await table.batchRemove([keyOf(replay.replayId), lists.keyOf(replay)]);
    },

    /** Ids of the replays of a recorded trace, in the order in which they began; also of some that have ended. */
    ofTrace: async (traceId: string) => newestIn(await rowsIn(table, partitionOf('replaysOfTraces', tenant, traceId))),

    /** The same of an application. */
    ofApplication: async (appId: string): Promise<string[]> => newestIn(await lists.rowsOf(appId)),
  };
}

const rowsIn = (table: Table, pk: string): Promise<Item[]> => Array.fromAsync(queryAll(table, { pk }));

/** The newest replay of each plan item: one that was sent again after a crash replaces the one before. */
function newestIn(items: readonly Item[]): string[] {
  const rows = items.map((row) => v.parse(Named, { ...row, replayId: row.sk }));
  const newest = new Map<string, v.InferOutput<typeof Named>>();
  for (const row of rows) {
    const other = newest.get(row.planItemId);
    if (other === undefined || other.startedAt <= row.startedAt) newest.set(row.planItemId, row);
  }
  return [...newest.values()].sort((a, b) => a.startedAt - b.startedAt).map(({ replayId }) => replayId);
}

/** The list of the replays of an application: one partition, and those of fast runs. */
function replayLists(table: Table, tenant: string) {
  const listOf = (appId: string) => partitionOf('replaysOfApplications', tenant, appPart(appId));
  const shardOf = (appId: string, shard: number) => partitionOf('spreadReplays', tenant, shard, appPart(appId));
  /** Until when it is stored that replays of an application may be spread, epoch ms. */
  const noted = new Map<string, { until: number; stored: Promise<void> }>();

  return {
    keyOf: ({ replayId, appId, isSpread }: Pick<ActiveReplay, 'replayId' | 'appId' | 'isSpread'>) => ({
      pk: isSpread ? shardOf(appId, Number.parseInt(replayId.slice(0, 8), 16) % SHARDS) : listOf(appId),
      sk: replayId,
    }),

    /** Stores that replays of an application may be spread, before the first of them. */
    noteSpread({ appId, expiresAt }: ActiveReplay): Promise<void> {
      const last = noted.get(appId);
      if (last !== undefined && last.until >= expiresAt) return last.stored;
      const until = expiresAt + SPREAD_MS;
      const stored = table.batchPut([{ pk: listOf(appId), sk: SPREAD, expiresAt: until }]);
      noted.set(appId, { until, stored });
      // One that failed is stored by the next replay.
      return stored.catch((fault: unknown) => {
        noted.delete(appId);
        throw fault;
      });
    },

    /** Its rows; those of spread replays are read while there may be some. */
    async rowsOf(appId: string): Promise<Item[]> {
      const rows = await rowsIn(table, listOf(appId));
      const replays = rows.filter(({ sk }) => sk !== SPREAD);
      if (replays.length === rows.length) return replays;
      const shards = Array.from({ length: SHARDS }, (_, shard) => rowsIn(table, shardOf(appId, shard)));
      return [...replays, ...(await Promise.all(shards)).flat()];
    },
  };
}

/** As the sender makes them; others are not looked up. */
const REPLAY_ID = /^[0-9a-f]{24}$/;

/** A replay of any tenant. */
export type ReplayOfTenant = v.InferOutput<typeof Row>;

/** The replay that is under way, of whatever tenant, for callers without a credential; null if none is. */
export async function replayOfAnyTenant(
  { table }: Pick<World, 'table'>,
  replayId: string,
): Promise<ReplayOfTenant | null> {
  const row = REPLAY_ID.test(replayId)
    ? await table.get({ pk: partitionOf('activeReplays', replayId), sk: 'REPLAY' })
    : undefined;
  return row === undefined ? null : v.parse(Row, row);
}
