import type { StoredValue } from '../../platform/values/stored-json.ts';
import type { SendingServices } from '../composition.ts';
import { sendingOrder } from '../domain/lanes.ts';
import type { Chunk, PlannedCase, RecordedEnd } from '../domain/results/chunk.ts';

/** Cases that are read at once. */
const BATCH = 50;
/** Maximum bytes of JSON text that are kept of a batch; the rest is read when it is sent. */
const MAX_KEPT_BYTES = 1024 * 1024;

type ReadCase = Awaited<ReturnType<SendingServices['recordings']['toSend']>>[number];

/** A case to send; undefined is what no longer exists, or is unreadable. */
interface CaseToSend {
  end: RecordedEnd | undefined;
  stored: StoredValue | undefined;
}

/**
 * Reads the cases of a chunk that have no stored outcome, in batches in the order of sending: their payloads, and heads
 * whose facts the plan does not have. `mapsValues`: the lane of a session with several requests reads their payloads
 * (cases-ahead.ts).
 */
export function chunkCases(
  chunk: Chunk,
  { done, mapsValues }: { done: ReadonlySet<number>; mapsValues: boolean },
  { recordings }: Pick<SendingServices, 'recordings'>,
) {
  const order = sendingOrder(chunk);
  const open = order.filter(({ item }) => !done.has(item));
  const sessions = Map.groupBy(order, ({ session }) => session);
  const isReadElsewhere = ({ session }: PlannedCase) =>
    mapsValues && session !== null && (sessions.get(session)?.length ?? 0) > 1;
  const batchOf = new Map(open.map(({ item }, at) => [item, Math.floor(at / BATCH)]));
  const batches = new Map<number, Promise<Map<number, ReadCase>>>();

  async function read(batch: number): Promise<Map<number, ReadCase>> {
    const cases = open.slice(batch * BATCH, (batch + 1) * BATCH);
    const found = await recordings.toSend(
      cases.map((planned) => ({
        caseId: planned.caseId,
        version: planned.version,
        hasHead: planned.recorded === undefined,
        hasPayload: !isReadElsewhere(planned),
      })),
    );
    let keptBytes = 0;
    return new Map(
      cases.flatMap(({ item }, at) => {
        const one = found[at];
        if (one === undefined) return [];
        keptBytes += one.stored?.size ?? 0;
        return [[item, keptBytes > MAX_KEPT_BYTES ? { ...one, stored: undefined } : one] as const];
      }),
    );
  }

  return {
    /** How a case ended and its payload, which are kept no longer; `stored`: its payload if that has been read. */
    async take({ item, caseId, version, recorded }: PlannedCase, stored: StoredValue | undefined): Promise<CaseToSend> {
      const batch = batchOf.get(item) ?? 0;
      const reading = batches.get(batch) ?? read(batch);
      batches.set(batch, reading);
      const cases = await reading;
      const found = cases.get(item);
      cases.delete(item);
      if (cases.size === 0) batches.delete(batch);
      return {
        end: recorded ?? found?.head,
        stored: stored ?? found?.stored ?? (await recordings.versions.payload({ caseId, version })),
      };
    },
  };
}
