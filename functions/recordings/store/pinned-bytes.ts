import * as v from 'valibot';
import { applicationKey } from '../../applications/domain/application-key.ts';
import { CONFLICT, retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import type { Table } from '../../platform/world.ts';
import { addCalls, CalledServices } from '../domain/called/called-services.ts';

// `cases`, and then `called` and `uncounted`, are absent in rows of earlier versions.
const Pinned = v.looseObject({
  bytes: v.number(),
  cases: v.optional(v.number(), 0),
  called: v.optional(CalledServices),
  uncounted: v.optional(v.number()),
  version: v.number(),
});

/** What pinned cases of an application add up to. */
interface PinnedCounts {
  bytes: number;
  cases: number;
  /** Their calls by service. */
  called: CalledServices;
  /** Cases whose calls may not be counted, as they were pinned before calls were. */
  uncounted: number;
}

/** What is added; negative where cases are no longer pinned. */
type PinnedChange = Pick<PinnedCounts, 'bytes' | 'cases'> & Partial<Pick<PinnedCounts, 'called'>>;

const NONE: PinnedCounts = { bytes: 0, cases: 0, called: [], uncounted: 0 };

/** Counts pinned cases and their stored bytes (see `caseBytes`). */
export function pinnedBytes(table: Table, tenant: string) {
  const keyOf = (appId: string) => ({ pk: applicationKey(tenant, appId), sk: 'BYTES.PINNED' });

  async function read(appId: string): Promise<PinnedCounts & { version: number | undefined }> {
    const row = await table.get(keyOf(appId));
    if (!row) return { ...NONE, version: undefined };
    const { bytes, cases, called, uncounted, version } = v.parse(Pinned, row);
    return { bytes, cases, called: called ?? [], uncounted: uncounted ?? (called ? 0 : cases), version };
  }

  return {
    pinnedOf: read,

    /** Notes pinned cases with their bytes and calls. */
    async addPinned(appId: string, change: PinnedChange): Promise<void> {
      await retryOnConflict(
        async () => {
          const { version = 0, ...before } = await read(appId);
          const when = version > 0 ? { version: { equals: version } } : ('absent' as const);
          const after = { ...changed(before, change), version: version + 1 };
          return (await table.put({ ...keyOf(appId), ...after }, { when })) ? true : CONFLICT;
        },
        { subject: 'the bytes of pinned cases' },
      );
    },
  };
}

function changed(before: PinnedCounts, { bytes, cases, called = [] }: PinnedChange) {
  const counts = new Map(before.called);
  for (const [service, calls] of called) addCalls(counts, service, calls);
  const left = Math.max(0, before.cases + cases);
  return {
    bytes: Math.max(0, before.bytes + bytes),
    cases: left,
    called: [...counts].filter(([, calls]) => calls > 0),
    uncounted: Math.min(before.uncounted, left),
  };
}
