import { html } from 'hono/html';
import type { Html } from '../../platform/http/pages/page-route.ts';
import { choice, field } from '../../platform/pages-shell/form-parts.ts';
import { shownValue, textOf } from '../../platform/pages-shell/form-values.ts';
import type { FieldErrors } from '../../platform/pages-shell/refusal.ts';
import { jsonOf } from '../../platform/values/json-text.ts';
import { DEFAULT_MOCKS, type MockSettings } from '../domain/mock-settings.ts';

/** The fields of downstream calls that an error may name. */
export const MOCK_LABELS = {
  correlation: 'Assign a downstream call to',
  replayLatency: 'Delay of recorded answers',
  onMiss: 'Call without a recorded answer',
  targets: 'Settings by target',
} as const;

type Options<Name extends 'correlation' | 'replayLatency' | 'onMiss'> = readonly (readonly [
  MockSettings[Name],
  string,
])[];

const CORRELATION: Options<'correlation'> = [
  ['auto', 'The request whose replay id it carries; its trace id counts for targets that were never called with one'],
  ['headers', 'The request whose replay id or trace id it carries'],
  ['replayId', 'The request whose replay id it carries; a trace id alone finds none'],
  ['single', 'The only request in progress: requests are sent one at a time'],
];
const LATENCY: Options<'replayLatency'> = [
  ['none', 'None'],
  ['recorded', 'As recorded'],
];
const ON_MISS: Options<'onMiss'> = [
  ['fail', 'Fails'],
  ['passThrough', 'Goes to the real service'],
  ['default', 'Gets the default response of its target, or fails'],
];

/** The form's settings in the format of interface 10; undefined for a form without them. */
export function mocksOf(form: FormData): Record<string, unknown> | undefined {
  if (!form.has('correlation')) return undefined;
  const targets = textOf(form, 'targets');
  return {
    correlation: textOf(form, 'correlation'),
    replayLatency: textOf(form, 'replayLatency'),
    onMiss: textOf(form, 'onMiss'),
    targets: targets === '' ? {} : (jsonOf(targets) ?? targets),
  };
}

/** The fields of downstream calls. */
export function mockFields(mocks: MockSettings, form: FormData | null, errors: FieldErrors): Html {
  const one = (name: 'correlation' | 'replayLatency' | 'onMiss', options: readonly (readonly [string, string])[]) =>
    choice({
      name,
      label: MOCK_LABELS[name],
      value: shownValue(form, name, mocks[name]),
      options,
      hint: `Default: ${textFor(options, DEFAULT_MOCKS[name]).toLowerCase()}`,
      error: errors[name] ?? null,
    });
  return html`<fieldset class="stack" id="downstream"><legend class="hidden">Downstream calls</legend><h2>Downstream calls</h2>
${one('correlation', CORRELATION)}
${one('onMiss', ON_MISS)}
${one('replayLatency', LATENCY)}
${field({ name: 'targets', label: MOCK_LABELS.targets, rows: 4, value: shownValue(form, 'targets', targetsText(mocks)), hint: 'JSON with the name of each target. Default: none. Example: {"inventory": {"onMiss": "default", "response": {"status": 204}, "address": "http://inventory.staging:8080", "reuse": "never"}}', error: errors.targets ?? null })}</fieldset>`;
}

/** The settings as read-only users see them. */
export const mockFacts = (mocks: MockSettings): [string, string][] => [
  [MOCK_LABELS.correlation, textFor(CORRELATION, mocks.correlation)],
  [MOCK_LABELS.onMiss, textFor(ON_MISS, mocks.onMiss)],
  [MOCK_LABELS.replayLatency, textFor(LATENCY, mocks.replayLatency)],
  [MOCK_LABELS.targets, Object.keys(mocks.targets).join(', ') || 'none'],
];

const targetsText = ({ targets }: MockSettings): string =>
  Object.keys(targets).length === 0 ? '' : JSON.stringify(targets, null, 2);

const textFor = (options: readonly (readonly [string, string])[], value: string): string =>
  options.find(([one]) => one === value)?.[1] ?? value;
