import type { CompareRule } from '../../compare/domain/rules/rules.ts';
import type { TapeWords } from '../../platform/json/tape-words.ts';
import { MIN_POOLED_BYTES } from '../../platform/values/job.ts';
import type { StoredValue } from '../../platform/values/stored-json.ts';
import type { CasePayload, RecordedRequest } from '../../recordings/domain/recorded-case.ts';
import type { CredentialSettings } from '../../recordings/domain/sealed/sealing.ts';
import { planItemId } from '../domain/plan.ts';
import type { CaseMapping } from '../domain/results/case-mapping.ts';
import type { PlannedCase } from '../domain/results/chunk.ts';
import { mapRequestJob, noteCaseJob, relearnJob } from '../domain/results/value-jobs.ts';
import { addressMapping } from '../domain/values/address-mapping.ts';
import { type MappedRequest, mappedRequest } from '../domain/values/mapped-request.ts';
import { noteCase } from '../domain/values/note-case.ts';
import {
  addMapping,
  type Mapping,
  type SessionValues,
  sessionValues,
  type ValueMap,
} from '../domain/values/session-values.ts';
import type { SendingServices } from '../services.ts';

/** Requests of a session that are read before one is sent: values are learned if one of them sends them. */
const MAX_AHEAD = 1000;
const BATCH = 50;
/** Maximum bytes of JSON text kept of cases that were read ahead, so that they are not read again. */
const MAX_KEPT_BYTES = 1024 * 1024;

/** A request of a session, and the chunk that it is sent in. */
export interface LaneCase extends PlannedCase {
  chunk: number;
}

/** The requests of a session in their order; a request without a session is alone. */
export interface LaneCases {
  planId: string;
  targetEnv: string;
  round: number;
  cases: readonly LaneCase[];
  /** Items that have a stored outcome. */
  done: ReadonlySet<number>;
  run: ValueMap;
  rules: readonly CompareRule[];
  /** How stored cases are sealed today. */
  sealing: { settings: CredentialSettings; keys: string };
  /** Memory for reading one JSON text at a time. */
  words: TapeWords;
  comparableOf(caseId: string, bytes: Uint8Array): ComparableCase | null;
}

/** A stored case, and the settings under which a response is comparable with it. */
export interface ComparableCase {
  payload: CasePayload;
  settings: CredentialSettings;
}

/** A case that was read ahead. */
export interface ReadCase {
  stored: StoredValue;
  comparable: ComparableCase;
  /** Hashes of the values in the recorded body. */
  issued: readonly number[];
}

export type LaneValues = ReturnType<typeof laneValues>;

/** Creates the values of one lane; nothing is read before its first request is sent. */
export function laneValues(
  { planId, targetEnv, round, cases, done, run, rules, sealing, words, comparableOf }: LaneCases,
  { recordings, results, work }: Pick<SendingServices, 'recordings' | 'results' | 'work'>,
) {
  const values = sessionValues();
  const isNoted = cases.length > 1;
  const positions = new Map(cases.map(({ item }, position) => [item, position]));
  const kept = new Map<number, ReadCase>();
  /** Of the request that is sent. */
  let issued: readonly number[] | null = null;
  let keptBytes = 0;
  let read = 0;
  let relearned = 0;

  async function readAhead(position: number): Promise<void> {
    while (isNoted && read < cases.length && read <= position + MAX_AHEAD - BATCH) {
      const batch = cases.slice(read, read + BATCH);
      const stored = await recordings.storedPayloads(batch.map(({ caseId }) => caseId));
      for (const one of stored) await note(one, read++);
    }
  }

  async function note(stored: StoredValue | undefined, position: number): Promise<void> {
    const caseId = cases[position]?.caseId;
    if (stored === undefined || caseId === undefined) return;
    if (stored.size < MIN_POOLED_BYTES) {
      const bytes = await stored.bytes();
      const comparable = bytes && comparableOf(caseId, bytes);
      if (!comparable) return;
      const issued = noteCase(values, comparable.payload, position, words);
      if (keptBytes + stored.size > MAX_KEPT_BYTES || done.has(cases[position]?.item ?? -1)) return;
      kept.set(position, { stored, comparable, issued });
      keptBytes += stored.size;
      return;
    }
    const noted = await work.run(
      noteCaseJob,
      async () => ({ ...sealing, caseId, stored: await stored.bytes(), values, position }),
      { bytes: stored.size },
    );
    if (noted.ok && noted.value !== null) Object.assign(values, noted.value);
  }

  /** Learns again from requests before this one that were sent before a restart. */
  async function relearn(position: number): Promise<void> {
    for (; relearned < position; relearned++) {
      const one = cases[relearned];
      if (one === undefined || !done.has(one.item)) continue;
      const found = await results.findUnread(planId, round, one.chunk, one.item);
      if (found === undefined) continue;
      const { stored } = found;
      const exchange = {
        values,
        run,
        planItemId: planItemId(planId, one.item),
        position: relearned,
        operation: one.operation,
        rules,
      };
      const learned = await work.run(relearnJob, async () => ({ ...exchange, stored: await stored.bytes() }), {
        bytes: stored.size,
      });
      if (!learned.ok || learned.value === null) continue;
      Object.assign(values, learned.value.values);
      share(learned.value.shared);
    }
  }

  function share(mappings: readonly Mapping[]): void {
    for (const mapping of mappings) addMapping(run, mapping);
  }

  const addressOf = (item: number, request: RecordedRequest) =>
    addressMapping(request, targetEnv, planItemId(planId, item));

  return {
    /** Reads what the next request needs; returns its case if it has been read ahead. */
    async next(item: number): Promise<ReadCase | undefined> {
      const position = positions.get(item) ?? 0;
      await readAhead(position);
      if (done.size > 0) await relearn(position);
      const found = kept.get(position);
      kept.delete(position);
      keptBytes -= found?.stored.size ?? 0;
      issued = found?.issued ?? null;
      return found;
    },

    /** The request with the values that the target issued. */
    async mapped(item: number, request: RecordedRequest): Promise<MappedRequest> {
      const address = addressOf(item, request);
      const maps = [values.own, run];
      const bytes = request.body?.length ?? 0;
      if (bytes < MIN_POOLED_BYTES) return mappedRequest(request, maps, address);
      const mapped = await work.run(mapRequestJob, () => ({ request, maps, address }), { bytes });
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
      share(shared);
    },

    /** Mappings that were forgotten because the session has too many. */
    dropped: () => values.own.dropped,
  };
}
