import { scanJson } from '../../../platform/json/scan-json.ts';
import type { RecordedCall } from '../../../recordings/domain/recorded-case.ts';
import { compareBodies } from '../bodies/compare-bodies.ts';
import { compareJson } from '../compare-json.ts';
import type { Difference } from '../difference.ts';
import type { DifferenceSink } from '../difference-sink.ts';
import type { Base } from '../json/paths.ts';
import { cut } from '../json-context.ts';
import type { RuleStates } from '../rules/rule-states.ts';
import type { CompiledRules } from '../rules/rules.ts';
import type { CallRequest } from './call-request.ts';

/** Maximum places of one call that are looked at. */
export const MAX_LOCATIONS = 2000;

/**
 * Returns every place where the requests of two calls differ, with whole values. Paths and subjects are those within
 * the request; elements of positional lists keep their index in both.
 */
export function callLocations(
  a: CallRequest,
  b: CallRequest,
  rules: CompiledRules,
  call: Pick<RecordedCall, 'kind' | 'target'>,
): Difference[] {
  const states = rules.calls(call);
  const locations: Difference[] = [];
  compareTexts(a.json, b.json, states, locations);
  for (const name of new Set([...Object.keys(a.positional), ...Object.keys(b.positional)]))
    comparePositions(name, a.positional[name] ?? [], b.positional[name] ?? [], states, locations);
  if (a.body === null || b.body === null) return locations;

  const body = states.member(states.root, 'body', never);
  const inBody: Difference[] = [];
  compareBodies(a.body, b.body, { ...rules, states: { ...states, root: body } }, everyLocation(inBody));
  return [
    ...locations,
    ...inBody.map((location) => {
      const isText = location.subject === 'response';
      return {
        ...location,
        subject: below(location.subject),
        path: below(location.path),
        // A text is not JSON by itself.
        recorded: isText ? asJson(location.recorded) : location.recorded,
        replayed: isText ? asJson(location.replayed) : location.replayed,
        rule: location.rule ?? body.ignoredBy,
      };
    }),
  ];
}

function compareTexts(a: string, b: string, states: RuleStates, locations: Difference[], base?: Base): void {
  const { words } = states.memory;
  const tapes = [scanJson(Buffer.from(a), words), scanJson(Buffer.from(b), words)] as const;
  const [before, after] = tapes;
  if (before !== null && after !== null) compareJson(before, after, states, everyLocation(locations), base);
  for (const tape of tapes) if (tape !== null) words.give(tape.words);
}

/** Compares the elements of two lists by their positions. */
function comparePositions(
  name: string,
  a: readonly unknown[],
  b: readonly unknown[],
  states: RuleStates,
  locations: Difference[],
): void {
  const list = states.member(states.root, name, never);
  const length = Math.max(a.length, b.length);
  for (let index = 0; index < length && locations.length < MAX_LOCATIONS; index++) {
    const location = `${name}[${index}]`;
    const root = states.element(list, index, length, never);
    const [before, after] = [jsonAt(a, index), jsonAt(b, index)];
    if (before !== null && after !== null)
      compareTexts(before, after, { ...states, root }, locations, { path: location, subject: location });
    else
      locations.push({
        kind: before === null ? 'NEW_FIELD' : 'FIELD_MISSING',
        subject: location,
        path: location,
        recorded: before && cut(before),
        replayed: after && cut(after),
        rule: root.ignoredBy,
      });
  }
}

const jsonAt = (list: readonly unknown[], index: number): string | null =>
  index < list.length ? JSON.stringify(list[index] ?? null) : null;

const never = () => false;

/** A text as JSON. */
const asJson = (text: string | null): string | null => (text === null ? null : JSON.stringify(text));

/** A place of a body as one of the request. */
function below(path: string): string {
  if (path === '$' || path === 'response') return 'body';
  return path.startsWith('[') ? `body${path}` : `body.${path}`;
}

function everyLocation(locations: Difference[]): DifferenceSink {
  return {
    everyLocation: true,
    passesOver: () => locations.length >= MAX_LOCATIONS,
    add: (difference) => locations.push(difference),
    comparison: () => ({ differences: locations, truncated: false }),
  };
}
