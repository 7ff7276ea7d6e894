import type { RuleInForce } from '../../compare/domain/rules/rules.ts';
import type { TapeWords } from '../../platform/json/tape-words.ts';
import { MIN_POOLED_BYTES } from '../../platform/values/job.ts';
import type { StoredValue } from '../../platform/values/stored-json.ts';
import type { CasePayload } from '../../recordings/domain/recorded-case.ts';
import type { CredentialSettings } from '../../recordings/domain/sealed/sealing.ts';
import type { SendingServices } from '../composition.ts';
import type { ReplayPlan } from '../domain/plan.ts';
import type { PlannedCase } from '../domain/results/chunk.ts';
import type { Side } from '../domain/results/relearned-values.ts';
import { noteCaseJob } from '../domain/results/value-jobs.ts';
import { noteCase, withAllNoted } from '../domain/values/note-case.ts';
import type { SessionValues, ValueMap } from '../domain/values/session-values.ts';
import type { BodyHashes } from '../domain/values/waiting-notes.ts';

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
  plan: Pick<ReplayPlan, 'planId' | 'resultShards'>;
  /** Host and port of the target. */
  targetHost: string;
  round: number;
  cases: readonly LaneCase[];
  /** Items that have a stored outcome. */
  done: ReadonlySet<number>;
  run: ValueMap;
  /** The build that is sent to. */
  side: Side;
  rules: readonly RuleInForce[];
  /** How stored cases are currently sealed. */
  sealing: { settings: CredentialSettings; keys: string };
  /** Memory for reading one JSON text at a time. */
  words: TapeWords;
  comparableOf(caseId: string, bytes: Uint8Array): ComparableCase | null;
}

/** A stored case, and the settings under which a response is comparable with it. */
export interface ComparableCase {
  payload: CasePayload;
  settings: CredentialSettings;
  /** The bytes of the stored case; null if `payload` is another form of it. */
  bytes: Uint8Array | null;
}

/** A case that was read ahead. */
export interface ReadCase {
  stored: StoredValue;
  comparable: ComparableCase;
  /** Hashes of the values in the recorded body. */
  issued: BodyHashes;
}

/** Reads the cases of a lane before they are sent, and notes their values in `values`. */
export function casesAhead(
  { cases, done, sealing, words, comparableOf }: LaneCases,
  values: SessionValues,
  { recordings, work }: Pick<SendingServices, 'recordings' | 'work'>,
) {
  const kept = new Map<number, ReadCase>();
  let keptBytes = 0;
  let read = 0;

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
      async () => ({ ...sealing, caseId, stored: await stored.bytes(), values: withAllNoted(values), position }),
      { bytes: stored.size },
    );
    if (noted.ok && noted.value !== null) Object.assign(values, noted.value);
  }

  return {
    /** Reads so far that the values of a request are known before it is sent. */
    async readBefore(position: number): Promise<void> {
      while (read < cases.length && read <= position + MAX_AHEAD - BATCH) {
        const batch = cases.slice(read, read + BATCH);
        const stored = await recordings.storedVersions(batch);
        for (const one of stored) await note(one, read++);
      }
    },

    /** A case that was read, which is kept no longer. */
    take(position: number): ReadCase | undefined {
      const found = kept.get(position);
      kept.delete(position);
      keptBytes -= found?.stored.size ?? 0;
      return found;
    },
  };
}
