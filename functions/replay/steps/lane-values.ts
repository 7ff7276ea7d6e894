import { MIN_POOLED_BYTES } from '../../platform/values/job.ts';
import type { RecordedRequest } from '../../recordings/domain/recorded-case.ts';
import type { SendingServices } from '../composition.ts';
import { planItemId } from '../domain/plan.ts';
import type { CaseMapping } from '../domain/results/case-mapping.ts';
import { mapRequestJob, relearnJob } from '../domain/results/value-jobs.ts';
import { addressMapping } from '../domain/values/address-mapping.ts';
import { type MappedRequest, mappedRequest } from '../domain/values/mapped-request.ts';
import { withAllNoted } from '../domain/values/note-case.ts';
import {
  addMapping,
  type Mapping,
  type SessionValues,
  sessionValues,
  type ValueMap,
} from '../domain/values/session-values.ts';
import type { BodyHashes } from '../domain/values/waiting-notes.ts';
import { casesAhead, type LaneCases, type ReadCase } from './cases-ahead.ts';

export type LaneValues = ReturnType<typeof laneValues>;

/** Creates the values of one lane; nothing is read before its first request is sent. */
export function laneValues(lane: LaneCases, services: Pick<SendingServices, 'recordings' | 'results' | 'work'>) {
  const { plan, targetHost, cases, done, run } = lane;
  const { planId } = plan;
  const values = sessionValues();
  const isNoted = cases.length > 1;
  const positions = new Map(cases.map(({ item }, position) => [item, position]));
  const ahead = casesAhead(lane, values, services);
  /** Of the request that is sent. */
  let issued: BodyHashes | null = null;
  const relearn = relearner(lane, values, services);

  const addressOf = (item: number, request: RecordedRequest) =>
    addressMapping(request, targetHost, planItemId(planId, item));

  return {
    /** Reads what the next request needs; returns its case if it has been read ahead. */
    async next(item: number): Promise<ReadCase | undefined> {
      const position = positions.get(item) ?? 0;
      if (isNoted) await ahead.readBefore(position);
      if (done.size > 0) await relearn(position);
      const found = ahead.take(position);
      issued = found?.issued ?? null;
      return found;
    },

    /** The request with the values that the target issued. */
    async mapped(item: number, request: RecordedRequest): Promise<MappedRequest> {
      const address = addressOf(item, request);
      const maps = [values.own, run];
      const bytes = request.body?.length ?? 0;
      if (bytes < MIN_POOLED_BYTES) return mappedRequest(request, maps, address);
      const mapped = await services.work.run(mapRequestJob, () => ({ request, maps, address }), { bytes });
      return mapped.ok ? mapped.value : { request, used: [] };
    },

    /** What comparing the response to a request needs. */
    mappingOf(item: number, recorded: RecordedRequest, { request, used }: MappedRequest): CaseMapping {
      return {
        values,
        run,
        address: addressOf(item, recorded),
        planItemId: planItemId(planId, item),
        position: positions.get(item) ?? 0,
        isNoted,
        issued,
        sent: request === recorded ? null : request,
        used,
      };
    },

    /** Takes over what a comparison learned, elsewhere if it returns `changed`. */
    learned(shared: readonly Mapping[], changed: SessionValues | null = null): void {
      if (changed !== null) Object.assign(values, changed);
      share(shared, run);
    },

    /** Mappings that were forgotten because the session has too many. */
    dropped: () => values.own.dropped,
  };
}

/** Creates the function that learns again from requests before a position that were sent before a restart. */
function relearner(
  { plan, round, cases, done, run, rules, side }: LaneCases,
  values: SessionValues,
  { results, work }: Pick<SendingServices, 'results' | 'work'>,
) {
  let relearned = 0;

  return async function relearn(position: number): Promise<void> {
    for (; relearned < position; relearned++) {
      const one = cases[relearned];
      if (one === undefined || !done.has(one.item)) continue;
      const found = await results.findUnread(plan, round, one.chunk, one.item);
      if (found === undefined) continue;
      const { stored } = found;
      const exchange = {
        values: withAllNoted(values),
        run,
        planItemId: planItemId(plan.planId, one.item),
        position: relearned,
        operation: one.operation,
        side,
        rules,
      };
      const learned = await work.run(relearnJob, async () => ({ ...exchange, stored: await stored.bytes() }), {
        bytes: stored.size,
      });
      if (!learned.ok || learned.value === null) continue;
      Object.assign(values, learned.value.values);
      share(learned.value.shared, run);
    }
  };
}

function share(mappings: readonly Mapping[], run: ValueMap): void {
  for (const mapping of mappings) addMapping(run, mapping);
}
