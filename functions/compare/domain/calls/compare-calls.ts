import { shownSealed } from '../../../platform/values/sealed-text.ts';
import type { RecordedCall } from '../../../recordings/domain/recorded-case.ts';
import type { CallDifferenceKind, Difference, DifferingCall } from '../difference.ts';
import { differenceSink } from '../difference-sink.ts';
import { covered } from '../expected/expected-changes.ts';
import { cut } from '../json-context.ts';
import type { RuleStates } from '../rules/rule-states.ts';
import type { CompiledRules } from '../rules/rules.ts';
import { callLocations, MAX_LOCATIONS } from './call-locations.ts';
import { callRequest } from './call-request.ts';
import { callValues } from './call-values.ts';
import type { CallsToCompare, PairedCall } from './calls-to-compare.ts';
import { generatedSealed, isGeneratedPair } from './generated-pair.ts';
import { locationNames } from './location-name.ts';

/** How the downstream calls of a replay differ from the recorded ones. */
export interface ComparedCalls {
  /** The first of each kind and subject, also those that a rule ignores. */
  differences: Difference[];
  /** Positions of made calls whose request differs in a field that no rule ignores. */
  differing: number[];
}

/** Calls of this target are facts of the runtime, such as random numbers: they are answered, but never compared. */
const RUNTIME_TARGET = 'runtime';

/** Whether a call is compared. */
export const isCompared = ({ kind, target }: Pick<RecordedCall, 'kind' | 'target'>): boolean =>
  kind !== 'other' || target !== RUNTIME_TARGET;

/**
 * Compares the downstream calls of a replay with the recorded ones (spec 3.3): recorded calls that were not made, made
 * ones that were not recorded, and fields of their requests. Their order does not count.
 */
export function compareCalls(calls: CallsToCompare, rules: CompiledRules): ComparedCalls {
  const { recorded, made, isAsked } = calls;
  const sink = differenceSink();
  const values = callValues(calls);
  const paired = new Set<number>();
  const differing: number[] = [];

  for (const [index, call] of made.entries()) {
    if (!isCompared(call)) continue;
    const other = call.recorded === null ? undefined : recorded[call.recorded];
    if (call.recorded === null || other === undefined || call.isReused) {
      const note = call.isReused ? REPEATED : undefined;
      const difference = wholeCall('MORE_CALLS', call, { recorded: null, made: index }, rules.calls(call), note);
      sink.add(covered(difference, rules.covering));
      continue;
    }
    paired.add(call.recorded);
    const found = parametersOf(other, call, { recorded: call.recorded, made: index }, calls, values, rules).map(
      (difference) => covered(difference, rules.covering),
    );
    for (const difference of found) sink.add(difference);
    if (found.some(({ rule }) => rule === null)) differing.push(index);
    values.note(call.recorded, index);
  }
  for (const [index, call] of recorded.entries()) {
    if (paired.has(index) || !isCompared(call) || !isAsked(call.target)) continue;
    const difference = wholeCall('FEWER_CALLS', call, { recorded: index, made: null }, rules.calls(call));
    sink.add(covered(difference, rules.covering));
  }
  return { differences: sink.comparison().differences, differing };
}

const REPEATED = 'answered by a recorded call that already answered another call';

type Positions = Pick<DifferingCall, 'recorded' | 'made'>;

/** `<target> <operation>`, which readers of findings see. */
const subjectOf = ({ target, operation }: Pick<RecordedCall, 'target' | 'operation'>): string =>
  shownSealed(`${target} ${operation}`);

function wholeCall(
  kind: Extract<CallDifferenceKind, 'FEWER_CALLS' | 'MORE_CALLS'>,
  call: Pick<RecordedCall, 'kind' | 'target' | 'operation' | 'request'>,
  positions: Positions,
  { root }: RuleStates,
  note?: string,
): Difference {
  const subject = subjectOf(call);
  const request = cut(call.request);
  return {
    kind,
    subject,
    path: subject,
    recorded: kind === 'FEWER_CALLS' ? request : null,
    replayed: kind === 'MORE_CALLS' ? request : null,
    rule: root.ignoredBy,
    ...(note !== undefined && { note }),
    call: { kind: call.kind, target: call.target, operation: shownSealed(call.operation), field: null, ...positions },
  };
}

/** The fields that differ between the requests of two calls, apart from values that are mapped or generated. */
function parametersOf(
  recorded: RecordedCall,
  made: PairedCall,
  positions: { recorded: number; made: number },
  { times, isMapped, open, noteIssued }: CallsToCompare,
  values: ReturnType<typeof callValues>,
  rules: CompiledRules,
): Difference[] {
  if (recorded.request === made.request) return [];
  const isElsewhere = {
    recorded: values.isElsewhere('recorded', positions),
    made: values.isElsewhere('made', positions),
  };
  const { kind, target, operation } = recorded;
  const subject = subjectOf(recorded);
  const before = callRequest(recorded);
  const locations = callLocations(before, callRequest(made), rules, recorded);
  const nameOf = locationNames(recorded, before);
  // What was left out may be unlike what was kept.
  const isWhole = locations.length < MAX_LOCATIONS;
  return locations.flatMap((location) => {
    const { recorded: a, replayed: b } = location;
    const path = `${subject} ${location.path}`;
    const isEqual =
      isWhole &&
      a !== null &&
      b !== null &&
      a !== b &&
      location.rule === null &&
      (values.isIssued(a, b, nameOf(location.path)) ||
        isMapped({ path, name: nameOf(location.path), recorded: a, replayed: b }) ||
        (times !== null && isGeneratedPair(a, b, times, (side, text) => isElsewhere[side](text))));
    if (isEqual) return [];
    if (isWhole && a !== null && b !== null && location.rule === null && times !== null && open) {
      const issued = generatedSealed(a, b, { times, open, isElsewhere });
      for (const [one, other] of issued ?? []) noteIssued?.(path, one, other);
      if (issued !== null) return [];
    }
    return {
      ...location,
      kind: 'CALL_PARAMETERS' as const,
      subject: `${subject} ${location.subject}`,
      path,
      recorded: a && cut(a),
      replayed: b && cut(b),
      call: { kind, target, operation: shownSealed(operation), field: location.subject, ...positions },
    };
  });
}
