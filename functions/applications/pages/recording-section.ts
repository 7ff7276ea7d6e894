import { html } from 'hono/html';
import type { Html } from '../../platform/http/pages/page-route.ts';
import { choice, field } from '../../platform/pages-shell/form-parts.ts';
import { linesOf, numberOf, shownValue, textOf } from '../../platform/pages-shell/form-values.ts';
import type { FieldErrors } from '../../platform/pages-shell/refusal.ts';
import { type ApplicationSettings, DEFAULT_SETTINGS } from '../domain/application-settings.ts';
import { MAX_SAMPLE_RATE, MIN_SAMPLE_RATE } from '../domain/recorder-settings.ts';
import type { RedactRule } from '../domain/redact-rule.ts';

/** Labels of the fields, by their names in errors. */
export const RECORDING_LABELS = {
  operationNaming: 'Endpoint names',
  redact: 'Redacted fields',
  credentials: 'Credentials',
  personalData: 'Personal data',
  sampleRate: 'AREX agent: requests per minute',
} as const;

/** What happens to credentials, in words. */
const CREDENTIALS: readonly (readonly [mode: ApplicationSettings['credentials'], text: string])[] = [
  ['seal', 'Sealed: hidden from all readers, sent by runs'],
  ['remove', 'Removed: runs send [redacted]'],
  ['keep', 'Stored in plain text'],
];

/** What happens to personal data, in words. */
const PERSONAL_DATA: readonly (readonly [mode: ApplicationSettings['personalData'], text: string])[] = [
  ['count', 'Counted: the recordings page shows fields that hold some'],
  ['seal', 'Sealed: each field that holds some gets a rule'],
  ['off', 'Not looked for'],
];

/** The form's values in the format of interface 10. */
export const recordingOf = (form: FormData) => ({
  operationNaming: textOf(form, 'operationNaming'),
  redact: linesOf(form, 'redact').map(ruleOf),
  credentials: textOf(form, 'credentials') || null,
  personalData: textOf(form, 'personalData') || null,
  recorder: { sampleRate: numberOf(form, 'sampleRate') },
});

/** `seal header: x-customer`, `header: authorization` or a path. */
function ruleOf(line: string): RedactRule {
  const rest = line.replace(/^seal\s+/i, '');
  const rule = /^header:/i.test(rest) ? { header: rest.slice('header:'.length).trim() } : { path: rest };
  return rest === line ? rule : { ...rule, seal: true };
}

const redactText = ({ redact }: ApplicationSettings) =>
  redact
    .map((rule) => `${rule.seal === true ? 'seal ' : ''}${'header' in rule ? `header: ${rule.header}` : rule.path}`)
    .join('\n');

/** The fields that say what is stored of a recording. */
export function recordingFields(settings: ApplicationSettings, form: FormData | null, errors: FieldErrors): Html {
  const shown = (name: string, stored: string | number) => shownValue(form, name, String(stored));
  return html`<fieldset class="panel pad stack" id="recording"><legend class="hidden">Recording</legend><h2>Recording</h2>
${choice({
  name: 'operationNaming',
  label: RECORDING_LABELS.operationNaming,
  hint: 'How requests are grouped. Default: path',
  value: shown('operationNaming', settings.operationNaming),
  options: [
    ['path', 'Path, such as /orders'],
    ['method-path', 'Method and path, such as GET /orders'],
  ],
  error: errors.operationNaming ?? null,
})}
${field({ name: 'redact', label: RECORDING_LABELS.redact, rows: 3, value: shown('redact', redactText(settings)), hint: 'Replaced before anything is stored. One per line: header: authorization, or a JSONPath of the bodies. With seal before it, the value is sealed and runs send it. Default: none', error: errors.redact ?? null })}
${choice({
  name: 'credentials',
  label: RECORDING_LABELS.credentials,
  hint: 'How tokens, cookies and passwords are stored. Default: sealed',
  value: shown('credentials', settings.credentials),
  options: CREDENTIALS,
  error: errors.credentials ?? null,
})}
${choice({
  name: 'personalData',
  label: RECORDING_LABELS.personalData,
  hint: 'Mail addresses, phone numbers, accounts, cards, national ids, names. Default: counted',
  value: shown('personalData', settings.personalData),
  options: PERSONAL_DATA,
  error: errors.personalData ?? null,
})}
${field({ name: 'sampleRate', label: RECORDING_LABELS.sampleRate, inputmode: 'numeric', value: shown('sampleRate', settings.recorder.sampleRate), hint: `Recorded per endpoint and instance, ${MIN_SAMPLE_RATE} to ${MAX_SAMPLE_RATE}. 0 pauses recording by the agent. Default: ${DEFAULT_SETTINGS.recorder.sampleRate}`, error: errors.sampleRate ?? null })}</fieldset>`;
}

/** The same for readers. */
export const recordingFacts = (settings: ApplicationSettings): [string, string | number | undefined][] => [
  [RECORDING_LABELS.operationNaming, settings.operationNaming],
  [RECORDING_LABELS.redact, redactText(settings) || 'none'],
  [RECORDING_LABELS.credentials, CREDENTIALS.find(([mode]) => mode === settings.credentials)?.[1]],
  [RECORDING_LABELS.personalData, PERSONAL_DATA.find(([mode]) => mode === settings.personalData)?.[1]],
  [RECORDING_LABELS.sampleRate, settings.recorder.sampleRate],
];
