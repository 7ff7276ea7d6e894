import * as v from 'valibot';
import { appPart } from '../../applications/domain/application-key.ts';
import { queryAll } from '../../platform/table/query-all.ts';
import type { World } from '../../platform/world.ts';
import { ActiveReplay } from '../domain/active-replay.ts';

export type ActiveReplays = ReturnType<typeof activeReplays>;

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
 *
 * A replay is not under its tenant, since the mock gateway finds the tenant by it. Lists are rows and no index, so that
 * they are up to date on AWS, too.
 */
export function activeReplays({ table }: Pick<World, 'table'>, tenant: string) {
  const keyOf = (replayId: string) => ({ pk: `SYSTEM#REPLAY#${replayId}`, sk: 'REPLAY' });
  const listsOf = ({ replayId, traceId, appId }: Pick<ActiveReplay, 'replayId' | 'traceId' | 'appId'>) => [
    { pk: `T#${tenant}#REPLAYTRACE#${traceId}`, sk: replayId },
    { pk: `T#${tenant}#REPLAYAPP#${appPart(appId)}`, sk: replayId },
  ];

  async function find(replayId: string): Promise<ActiveReplay | null> {
    const row = REPLAY_ID.test(replayId) ? await table.get(keyOf(replayId)) : undefined;
    if (row === undefined) return null;
    const { tenant: owner, ...replay } = v.parse(Row, row);
    return owner === tenant ? replay : null;
  }

  /** The newest replay of each plan item: one that was sent again after a crash replaces the one before. */
  async function listed(pk: string): Promise<string[]> {
    const rows = await Array.fromAsync(queryAll(table, { pk }), (row) => v.parse(Named, { ...row, replayId: row.sk }));
    const newest = new Map<string, v.InferOutput<typeof Named>>();
    for (const row of rows) {
      const other = newest.get(row.planItemId);
      if (other === undefined || other.startedAt <= row.startedAt) newest.set(row.planItemId, row);
    }
    return [...newest.values()].sort((a, b) => a.startedAt - b.startedAt).map(({ replayId }) => replayId);
  }

  return {
    /** Null if no such replay of this tenant is under way. */
    find,

    /** Durable when resolved. */
    async begin(replay: ActiveReplay): Promise<void> {
      const { expiresAt, planItemId, startedAt } = replay;
      await table.batchPut([
        { ...keyOf(replay.replayId), ...replay, tenant },
        ...listsOf(replay).map((key) => ({ ...key, planItemId, startedAt, expiresAt })),
      ]);
    },

    async end(replay: Pick<ActiveReplay, 'replayId' | 'traceId' | 'appId'>): Promise<void> {
      await table.transact([keyOf(replay.replayId), ...listsOf(replay)].map((key) => ({ remove: key })));
    },

    /** Ids of the replays of a recorded trace, in the order in which they began. */
    ofTrace: (traceId: string) => listed(`T#${tenant}#REPLAYTRACE#${traceId}`),

    /** The same of an application. */
    ofApplication: (appId: string) => listed(`T#${tenant}#REPLAYAPP#${appPart(appId)}`),
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
  const row = REPLAY_ID.test(replayId) ? await table.get({ pk: `SYSTEM#REPLAY#${replayId}`, sk: 'REPLAY' }) : undefined;
  return row === undefined ? null : v.parse(Row, row);
}
