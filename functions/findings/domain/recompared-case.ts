import type { Difference } from '../../compare/domain/difference.ts';
import { isCallKind } from '../../compare/domain/kinds.ts';
import type { CompiledRules } from '../../compare/domain/rules/rules.ts';
import type { RecordedRequest, RecordedResponse } from '../../recordings/domain/recorded-case.ts';
import { callsBetween } from '../../replay/domain/baseline/calls-between.ts';
import { compareNoticed, resultCalls } from '../../replay/domain/calls/compare-noticed.ts';
import type { ResultCalls } from '../../replay/domain/calls/result-calls.ts';
import {
  answerOf,
  type ComparedCase,
  clusterDifferences,
  compareCase,
} from '../../replay/domain/results/case-outcome.ts';
import type { CaseOutcome, ClusterDifference } from '../../replay/domain/results/clusters.ts';
import type { MappedValue, ResultPayload } from '../../replay/domain/results/result-payload.ts';
import { storedMappings } from '../../replay/domain/results/stored-mappings.ts';

/** A stored request: both sides, and the differences of the latest comparison. */
export interface StoredCase {
  outcome: CaseOutcome;
  recorded: RecordedResponse | null;
  /** Null if there was no response. */
  replayed: RecordedResponse | null;
  differences: Difference[];
  request: RecordedRequest;
  /** Values that stand for each other (result-payload.ts). */
  mapped?: MappedValue[] | undefined;
  /** The request as it was sent; absent if that is `request`. */
  sent?: RecordedRequest | undefined;
  /** Downstream calls; absent if none were noticed. */
  calls?: ResultCalls | undefined;
  /** Epoch ms; absent in results of earlier versions. */
  recordedAt?: number | undefined;
  /** Present where `recorded` is the response of the running build. */
  baseline?: ResultPayload['baseline'];
}

/** A stored request that was compared again. */
export interface RecomparedCase extends ComparedCase {
  calls?: ResultCalls | undefined;
  /** Where the running build answered unlike the recording; absent where there is none. */
  moved?: Difference[] | undefined;
}

/**
 * Compares two stored responses, and stored downstream calls, under other rules; differences that need more data than
 * is stored stay as they are.
 */
export function recomparedCase(stored: StoredCase, rulesOf: CompiledRules): RecomparedCase {
  const { outcome, differences } = stored;
  const rules = rulesOf.forRequest({ method: outcome.method, recordedAt: stored.recordedAt });
  const answers = recomparedAnswers(stored, rules);
  const beside = stored.baseline && recomparedBaseline(stored, stored.baseline, rules);
  const calls = recomparedCalls(stored, beside?.calls, rules);
  const kept = <T extends ClusterDifference>(found: readonly T[]) =>
    found.filter(({ kind }) => (isCallKind(kind) ? calls === null : kind === 'NO_DETAILS' && answers !== null));
  return {
    outcome: {
      ...(answers?.outcome ?? { ...outcome, differences: outcome.differences.filter(isOfAnswer) }),
      differences: [
        ...(answers?.outcome.differences ?? outcome.differences.filter(isOfAnswer)),
        ...clusterDifferences(calls?.differences ?? []),
        ...kept(outcome.differences),
      ],
      ...(outcome.method !== undefined && { method: outcome.method }),
      ...(outcome.cut && { cut: outcome.cut }),
    },
    differences: [
      ...(answers?.differences ?? differences.filter(isOfAnswer)),
      ...(calls?.differences ?? []),
      ...kept(differences),
    ].map(notedBefore(differences)),
    ...(calls?.calls && { calls: calls.calls }),
    ...(beside && { moved: beside.moved }),
  };
}

/** Keeps what was noted of sealed values: without the keys, nothing can be noted again. */
function notedBefore(before: readonly Difference[]): (difference: Difference) => Difference {
  const keyOf = ({ kind, path, recorded, replayed }: Difference) => JSON.stringify([kind, path, recorded, replayed]);
  const notes = new Map(before.flatMap((one) => (one.note === undefined ? [] : [[keyOf(one), one.note] as const])));
  return (difference) => {
    const note = difference.note ?? (notes.size === 0 ? undefined : notes.get(keyOf(difference)));
    return note === undefined ? difference : { ...difference, note };
  };
}

const isOfAnswer = ({ kind }: ClusterDifference) => !isCallKind(kind);

/** Null if the answers cannot be compared again. */
function recomparedAnswers(
  { outcome, recorded, replayed, differences, request, mapped }: StoredCase,
  rules: CompiledRules,
): ComparedCase | null {
  if (recorded === null || replayed === null || differences.some(isOfCutAnswer)) return null;
  return compareCase(
    outcome.operation,
    recorded,
    { kind: 'response', ...answerOf(replayed), headers: [...replayed.headers], truncated: false, durationMs: 0 },
    rules,
    mapped ? storedMappings(mapped, request) : null,
  );
}

/** What the running build answered and called, compared with the recording again. */
function recomparedBaseline(
  { outcome, recorded: answer, request }: StoredCase,
  baseline: NonNullable<StoredCase['baseline']>,
  rules: CompiledRules,
) {
  const { recorded, mapped, differences: before = [] } = baseline;
  // Null: the running build answered as recorded.
  const answers =
    recorded === null
      ? null
      : recomparedAnswers({ outcome, recorded, replayed: answer, differences: before, request, mapped }, rules);
  const calls = baseline.calls && recomparedMade(baseline.calls, { ...baseline, request }, rules);
  const moved = [
    ...(answers?.differences ?? before.filter(isOfAnswer)),
    ...(calls?.differences ?? before.filter(({ kind }) => isCallKind(kind))),
  ];
  return { calls, moved: moved.map(notedBefore(before)) };
}

/** Null if no calls are stored. Those of two builds are each compared with the recording, as when they were made. */
function recomparedCalls(
  stored: StoredCase,
  beside: ReturnType<typeof recomparedMade> | undefined,
  rules: CompiledRules,
) {
  const { calls, request, sent, mapped, baseline } = stored;
  const made = calls && recomparedMade(calls, { request, sent, mapped }, rules);
  if (baseline === undefined) return made ?? null;
  if (made === undefined && beside === undefined) return null;
  return { differences: callsBetween(beside?.differences ?? [], made?.differences ?? []), calls: made?.calls };
}

/** Compares the calls that a build made with the recorded ones. */
function recomparedMade(
  calls: ResultCalls,
  { request, sent, mapped = [] }: Pick<StoredCase, 'request' | 'sent' | 'mapped'>,
  rules: CompiledRules,
) {
  const { isReported, askedTargets, made, recorded, recordedAt, replayedAt, state } = calls;
  const noticed = { isReported, askedTargets, calls: made.map(({ differs: _, ...call }) => call) };
  const maps = [storedMappings(mapped, request).values.own];
  const compared = { recorded, noticed, request, sent: sent ?? request, recordedAt, replayedAt, maps };
  const { differences, differing } = compareNoticed(compared, rules);
  return { differences, calls: resultCalls(compared, state, differing) };
}

/** Only the beginning of an oversized response is stored. */
const isOfCutAnswer = ({ kind, subject }: Difference) => kind === 'UNCLASSIFIED' && subject === 'response';
