import type { FoundField } from '../../../applications/domain/personal-data/found-personal-data.ts';
import { type RedactRule, sealRules } from '../../../applications/domain/redact-rule.ts';
import { sumOf } from '../../../platform/values/sum-of.ts';
import { isCovered } from './is-covered.ts';
import {
  chanceFieldsOf,
  type PersonalCounts,
  type PersonalField,
  personalFieldsOf,
  sealRuleOf,
} from './personal-data.ts';

/** What the rules of an application do with a field. `isKept` false: a rule that seals removes the value as well. */
interface FieldRules {
  redact: readonly RedactRule[];
  isKept: boolean;
}

/** The order of the states: what can be sealed first, what only looks personal last. */
const ORDER: readonly FoundField['state'][] = ['open', 'unreachable', 'sealed', 'redacted', 'by chance'];

/**
 * The fields of an application that hold personal data, each once with its endpoints, since its rule counts for all of
 * them; then fields that only look like it.
 */
export function foundFields(
  endpoints: readonly { operation: string; method: string; counts: PersonalCounts }[],
  rules: FieldRules,
): FoundField[] {
  const personal = endpoints.flatMap(({ counts, ...endpoint }) => personalFieldsOf(endpoint, counts, rules.redact));
  const names = new Set(personal.map(nameOf));
  const chance = endpoints.flatMap(({ counts, ...endpoint }) => chanceFieldsOf(endpoint, counts));
  return [
    ...grouped(personal, (one) => stateOf(one, rules)),
    ...grouped(
      chance.filter((one) => !names.has(nameOf(one))),
      () => 'by chance',
    ),
  ].sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || b.found - a.found);
}

const nameOf = ({ in: place, field }: PersonalField): string => `${place} ${field}`;

const grouped = (fields: readonly PersonalField[], state: (one: PersonalField) => FoundField['state']): FoundField[] =>
  [...Map.groupBy(fields, nameOf).values()].flatMap((some) => {
    const [first] = some;
    return first === undefined ? [] : { ...mergedField(first, some), state: state(first) };
  });

/** Counts of one field: kinds of an endpoint share the values that were looked at. */
function mergedField({ in: place, field }: PersonalField, some: readonly PersonalField[]): Omit<FoundField, 'state'> {
  const endpoints = mostFirst(some, ({ method, operation }) => `${method} ${operation}`);
  return {
    in: place,
    field,
    kinds: mostFirst(some, ({ kind }) => kind).flatMap(([one]) => one?.kind ?? []),
    endpoints: endpoints.flatMap(([one]) => (one ? { method: one.method, operation: one.operation } : [])),
    found: sumOf(some, ({ found }) => found),
    checked: sumOf(endpoints, (ofOne) => Math.max(...ofOne.map(({ checked }) => checked))),
  };
}

/** Groups, the one with the most values first. */
const mostFirst = (fields: readonly PersonalField[], by: (one: PersonalField) => string): PersonalField[][] =>
  [...Map.groupBy(fields, by).values()].sort((a, b) => sumOf(b, ({ found }) => found) - sumOf(a, ({ found }) => found));

function stateOf(one: PersonalField, { redact, isKept }: FieldRules): FoundField['state'] {
  if (one.isCovered) return isKept && isCovered(one, sealRules(redact)) ? 'sealed' : 'redacted';
  return sealRuleOf(one) === null ? 'unreachable' : 'open';
}
