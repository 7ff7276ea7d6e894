import { compareCalls } from '../../compare/domain/calls/compare-calls.ts';
import type { Difference } from '../../compare/domain/difference.ts';
import type { CompiledRules } from '../../compare/domain/rules/rules.ts';
import type { NoticedCalls, ResultCalls } from '../../replay/domain/calls/result-calls.ts';
import type { FieldNoise, NoiseReason } from './noise-facts.ts';

/** The differences of one request's downstream calls, and its calls in both replays. */
export interface CallsToJudge {
  operation: string;
  differences: readonly Difference[];
  /** Absent if none were noticed. */
  first: ResultCalls | undefined;
  /** Null if the request was not sent again. */
  again: NoticedCalls | null;
  /** The reason of a field that differs between both. */
  differs: NoiseReason;
}

/**
 * Judges every field of a downstream call that differs: noise if it differs between two replays as well (interface 3.1
 * a).
 */
export function judgeCalls({ operation, differences, first, again, differs }: CallsToJudge, rules: CompiledRules) {
  const found = differences.filter(({ kind, rule }) => kind === 'CALL_PARAMETERS' && rule === null);
  const moved = first && again ? movedBetween(first, again, rules) : new Set();
  const fields: FieldNoise[] = [];
  const changed: { operation: string; subject: string }[] = [];
  for (const { subject, call, recorded, replayed } of found) {
    if (call?.field == null) continue;
    if (recorded === null || replayed === null) {
      changed.push({ operation, subject });
      continue;
    }
    const isExplained = moved.has(subject);
    fields.push({
      operation,
      subject,
      call: { target: call.target, field: call.field },
      requests: 1,
      unexplained: isExplained ? 0 : 1,
      sentAgain: again === null ? 0 : 1,
      reasons: isExplained ? [{ reason: differs, requests: 1, forms: [] }] : [],
    });
  }
  return { fields, changed };
}

/** Subjects of fields that differ between the calls of two replays that correspond to the same recorded call. */
function movedBetween(first: ResultCalls, again: NoticedCalls, rules: CompiledRules): ReadonlySet<string> {
  const positions = new Map<number, number>();
  for (const [index, { recorded, strategy }] of first.made.entries())
    if (recorded !== null && strategy !== 'reused') positions.set(recorded, index);
  const { differences } = compareCalls(
    {
      // Subjects name calls as they were recorded.
      recorded: first.made.map(({ recorded, ...call }) => {
        const { target, operation } = (recorded === null ? undefined : first.recorded[recorded]) ?? call;
        return { ...call, target, operation, response: call.response ?? 'null' };
      }),
      made: again.calls.map(({ recorded, strategy, ...call }) => ({
        ...call,
        recorded: recorded === null ? null : (positions.get(recorded) ?? null),
        isReused: strategy === 'reused',
      })),
      isAsked: () => false,
      sent: { recorded: '', made: '' },
      times: null,
      isMapped: () => false,
    },
    rules,
  );
  return new Set(
    differences.flatMap(({ kind, subject, rule }) => (kind === 'CALL_PARAMETERS' && rule === null ? subject : [])),
  );
}
