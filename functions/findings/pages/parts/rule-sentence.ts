import { html } from 'hono/html';
import type { CompareRule } from '../../../compare/domain/rules/rules.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { count, short } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { RecordedEndpoint } from '../../../recordings/domain/recorded-endpoint.ts';
import { targetText } from '../../domain/rules/rule-target-words.ts';

/** The members of a rule that its sentence needs. */
export type WordedRule = Pick<CompareRule, 'kind' | 'path' | 'operation' | 'target' | 'keys' | 'tolerance'>;

/** Methods of endpoints, by their operation; an endpoint of earlier versions has none. */
export type MethodsOf = ReadonlyMap<string, readonly string[]>;

/** The methods of recorded endpoints. */
export const methodsOf = (endpoints: readonly RecordedEndpoint[]): MethodsOf =>
  new Map(endpoints.map(({ operation, methods }) => [operation, methods]));

/** A rule as a sentence without its full stop: `Ignore meta.requestId in GET /orders`. */
export const ruleSentence = (rule: WordedRule, methods: MethodsOf = new Map()): Html =>
  html`${effectOf(rule)}${rule.target !== 'response' && html` of ${visible(targetText(rule.target))}`} in ${locationOf(rule.operation, methods)}`;

function effectOf({ kind, path, keys = [], tolerance = {} }: WordedRule): Html {
  // As findings name it: the root goes without saying.
  const field = html`<code>${visible(path.replace(/^\$\.(?!\.)/, ''), 'ltr')}</code>`;
  switch (kind) {
    case 'ignore':
      return html`Ignore ${field}`;
    case 'ignore-order':
      return html`Accept any order of ${field}`;
    case 'array-key':
      return html`Match the elements of ${field} by <strong>${visible(keys.join(', '))}</strong>`;
    case 'tolerance':
      return html`Allow ${field} to differ by up to <strong>${amountText(tolerance)}</strong>`;
    case 'time-tolerance':
      return html`Allow ${field} to differ by up to <strong>${durationText(tolerance.ms ?? 0)}</strong>`;
    case 'ignore-case':
      return html`Ignore upper and lower case of ${field}`;
    case 'null-is-absent':
      return html`Treat <strong>null as absent</strong> in ${field}`;
    case 'include-only':
      return html`Compare only ${field}`;
  }
}

const amountText = ({ absolute, relative }: NonNullable<CompareRule['tolerance']>): string =>
  [
    absolute !== undefined && String(absolute),
    relative !== undefined && `${Number((100 * relative).toPrecision(12))} %`,
  ]
    .filter(Boolean)
    .join(' or ');

const UNITS = [
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** `5 minutes`, `1,500 ms`. */
export function durationText(ms: number): string {
  const [unit, length] = UNITS.find(([, one]) => ms >= one && ms % one === 0) ?? ['ms', 1];
  const number = ms / length;
  return unit === 'ms' ? `${count(number)} ms` : `${count(number)} ${unit}${number === 1 ? '' : 's'}`;
}

/** The endpoint with the methods of its requests, or that there is none. */
function locationOf(operation: string | null, methods: MethodsOf): Html {
  if (operation === null) return html`every endpoint`;
  return html`<code>${endpointText(operation, methods)}</code>`;
}

/** `GET, POST /orders`, cut to `max` characters; an endpoint that has its method in its name stays as it is. */
export const endpointText = (operation: string, methods: MethodsOf, max = Number.POSITIVE_INFINITY): Html => {
  const known = operation.startsWith('/') ? (methods.get(operation) ?? []) : [];
  return html`${known.length > 0 && `${known.join(', ')} `}${short(operation, max, 'ltr')}`;
};
