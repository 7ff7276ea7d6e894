import { type Candidate, type Candidates, lookupKey } from './candidates.ts';
import { type CanonicalCall, exactKey } from './canonical-call.ts';
import { leavesOf } from './leaves.ts';
import type { MissReason, Strategy } from './made-call.ts';
import { MAX_DIFFERS, MIN_SCORE, type Similarity, similarityOf } from './similarity.ts';
import { asRecorded, type ValueAlias } from './value-aliases.ts';

/** When an answer is given again: to reads and health checks, never, or always. */
type Reuse = 'reads' | 'never' | 'always';

export interface MatchOptions {
  /** Whether the recorded call of that index has answered. */
  isConsumed(index: number): boolean;
  reuse: Reuse;
  /** Values that value mapping sent with the request. */
  aliases: readonly ValueAlias[];
}

/** A recorded call that is close to one that nothing answers. */
export interface NearCall {
  index: number;
  /** As recorded. */
  operation: string;
  score: number;
  /** Paths of the request that differ, never values. */
  differs: string[];
}

/** The recorded call that answers, or why none does. Only `reused` consumes none. */
export type Match =
  | { isFound: true; index: number; strategy: Strategy }
  | { isFound: false; reason: Exclude<MissReason, 'MOCKING_OFF'>; nearest: NearCall[] };

/** Maximum candidates whose requests are compared for one call. */
const MAX_COMPARED = 200;
/** Maximum candidates that a miss names. */
export const MAX_NEAREST = 3;

/**
 * Finds the recorded call that answers: an equal request, else the most similar one, else the next of the same
 * operation, each in recorded order and not consumed yet; else an equal one that has answered before, where the policy
 * allows it. A target that the case does not know stands for any target of the kind, as hosts differ between
 * environments.
 */
export function matchCall(made: CanonicalCall, candidates: Candidates, options: MatchOptions): Match {
  const { isConsumed, reuse, aliases } = options;
  const ofKind = candidates.byKind.get(made.kind) ?? [];
  const isKnown = ofKind.some(({ target }) => target === made.target);
  const isOfTarget = ({ target }: Candidate) => !isKnown || target === made.target;
  const isOpen = (one: Candidate) => isOfTarget(one) && !isConsumed(one.index);
  const found = (one: Candidate, strategy: Strategy): Match => ({ isFound: true, index: one.index, strategy });

  const mapped = asRecorded(made.request, aliases);
  const equalTo = (call: CanonicalCall) => candidates.byKey.get(exactKey(call)) ?? [];
  const equal = mapped === made.request ? equalTo(made) : [...equalTo({ ...made, request: mapped }), ...equalTo(made)];
  const exact = equal.find(isOpen);
  if (exact) return found(exact, 'exact');

  const leaves = leavesOf(made.request);
  const isSame = sameUnder(aliases);
  const compared = (one: Candidate) => similarityOf(leavesOf(one.request), leaves, isSame);
  const alike = (candidates.byGate.get(lookupKey(made.kind, made.gate)) ?? []).filter(isOfTarget);
  const best = closest(alike.filter(isOpen), compared);
  if (best && best.score >= MIN_SCORE) return found(best.one, best.isEqual ? 'exact' : 'similar');

  const ofOperation = (candidates.byOperation.get(lookupKey(made.kind, made.operation)) ?? []).filter(isOfTarget);
  const next = isKnown ? ofOperation.find(isOpen) : undefined;
  if (next) return found(next, 'sequence');

  if (reuse === 'always' || (reuse === 'reads' && made.isRead)) {
    const before =
      equal.findLast(isOfTarget) ??
      alike.slice(-MAX_COMPARED).findLast((one) => compared(one).score === 1) ??
      (reuse === 'always' ? ofOperation.at(-1) : undefined);
    if (before) return found(before, 'reused');
  }
  const ofTarget = ofKind.filter(isOfTarget);
  const isUsedUp = ofOperation.length > 0 && !ofOperation.some(isOpen);
  return {
    isFound: false,
    reason: ofTarget.length === 0 ? 'NO_CALL_RECORDED' : isUsedUp ? 'ALL_CONSUMED' : 'NO_MATCH',
    nearest: nearestOf(made, ofTarget, compared),
  };
}

/** The first of the candidates that is most alike. */
function closest(candidates: readonly Candidate[], compared: (one: Candidate) => Similarity) {
  let best: (Similarity & { one: Candidate }) | null = null;
  for (const one of candidates.slice(0, MAX_COMPARED)) {
    const similarity = compared(one);
    if (best === null || similarity.score > best.score) best = { ...similarity, one };
    if (best.isEqual) break;
  }
  return best;
}

function nearestOf(
  made: CanonicalCall,
  candidates: readonly Candidate[],
  compared: (one: Candidate) => Similarity,
): NearCall[] {
  return candidates
    .slice(0, MAX_COMPARED)
    .map((one) => {
      const { score, differs } = compared(one);
      const isOther = one.operation !== made.operation;
      return {
        index: one.index,
        operation: one.named,
        score: Math.round((isOther ? score / 2 : score) * 100) / 100,
        differs: (isOther ? ['operation', ...whole(differs)] : whole(differs)).slice(0, MAX_DIFFERS),
      };
    })
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, MAX_NEAREST);
}

/** Without members of what differs as a whole: a list that is empty on one side. */
const whole = (paths: readonly string[]): string[] =>
  paths.filter((path) => !paths.some((outer) => path.startsWith(`${outer}[`) || path.startsWith(`${outer}.`)));

/** Whether a made value stands for a recorded one. */
function sameUnder(aliases: readonly ValueAlias[]) {
  const recordedOf = new Map(aliases.map(({ replayed, recorded }) => [replayed, recorded]));
  return (recorded: string, made: string): boolean => {
    if (recordedOf.size === 0) return false;
    return recordedOf.get(made) === recorded || asRecorded(made, aliases) === recorded;
  };
}
