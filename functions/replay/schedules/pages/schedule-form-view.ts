import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { applicationLayout } from '../../../platform/pages-shell/application-layout.ts';
import {
  checkbox,
  choice,
  csrfField,
  type FieldOptions,
  field,
  notice,
} from '../../../platform/pages-shell/form-parts.ts';
import { textOf } from '../../../platform/pages-shell/form-values.ts';
import { time } from '../../../platform/pages-shell/list-parts.ts';
import type { FieldErrors } from '../../../platform/pages-shell/refusal.ts';
import { relativeText } from '../../../platform/pages-shell/relative-time.ts';
import { count } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { isCron, isTimeZone, nextOccurrences } from '../domain/cron.ts';
import { cronSentence } from '../domain/cron-sentence.ts';
import type { Schedule } from '../domain/schedule.ts';
import { ADVANCED, CUSTOM, chosenCron, PRESETS, SCHEDULE_LABELS } from './schedule-body.ts';
import { scheduleLinks } from './schedule-links.ts';

/** Number of the next runs in the form. */
const MAX_NEXT_RUNS = 3;

export interface ScheduleFormOptions {
  request: PageRequest;
  /** Undefined for a new one. */
  schedule: Schedule | undefined;
  form: FormData;
  errors: FieldErrors;
  /** Targets of the last runs. */
  targets: readonly string[];
  /** Recordings per endpoint by default. */
  caseCountLimit: number;
  /** Epoch ms. */
  now: number;
}

/** The form of a schedule, and when its next runs start. */
export function scheduleFormPage(options: ScheduleFormOptions): Html {
  const { request, schedule, form, errors, targets, now } = options;
  const { appId = '' } = request.params;
  const links = scheduleLinks(appId);
  const isNew = schedule === undefined;
  return applicationLayout({
    request,
    appId,
    tab: 'schedules',
    title: isNew ? `Add a schedule to ${appId}` : `Schedule ${schedule.id} of ${appId}`,
    body: html`${notice(errors.form, 'bad')}
<form class="panel pad rule-form" method="post" action="${isNew ? links.add : links.of(schedule.id, 'edit')}">${csrfField(request)}
${isNew && input(options, 'id', { required: true, maxlength: 64, placeholder: 'nightly', hint: 'Letters, digits, dots, dashes and underscores. It cannot be changed later.' })}
${input(options, 'targetEnv', {
  type: 'url',
  required: true,
  hint: 'Where the new build runs. It gets real requests: use a test or staging instance.',
  placeholder: 'https://staging.example.com',
  ...(targets.length > 0 && { list: targets }),
})}
<div class="field"><div class="field-row">${choice({ name: 'when', label: 'When', value: textOf(form, 'when') || CUSTOM, hint: 'In the time zone beside it', options: [...PRESETS, [CUSTOM, 'Another time']] })}
${input(options, 'timeZone', { list: ['UTC', ...Intl.supportedValuesOf('timeZone')], hint: 'Such as Europe/Berlin. Default: UTC' })}</div></div>
<div class="for-custom">${input(options, 'cron', { maxlength: 200, placeholder: '30 2 * * 1-5', hint: html`For another time: minute, hour, day of month, month, day of week. <code>30 2 * * 1-5</code> is 02:30 from Monday to Friday.` })}</div>
${advancedPart(options)}
${nextRuns(form, now)}
<div class="row"><button class="primary">${isNew ? 'Add the schedule' : 'Save'}</button><button name="preview" value="1">Preview</button></div></form>`,
  });
}

const input = (
  { form, errors }: Pick<ScheduleFormOptions, 'form' | 'errors'>,
  name: keyof typeof SCHEDULE_LABELS,
  more: Partial<FieldOptions>,
): Html =>
  field({
    name,
    label: SCHEDULE_LABELS[name],
    value: textOf(form, name),
    error: errors[name] ?? null,
    isOptional: false,
    ...more,
  });

function advancedPart(options: ScheduleFormOptions): Html {
  const { schedule, form, errors, caseCountLimit } = options;
  const hasThreshold = (schedule?.sealedPassThreshold ?? null) !== null;
  const isOpen =
    hasThreshold ||
    Object.entries(ADVANCED).some(([name, usual]) => errors[name] !== undefined || textOf(form, name) !== usual);
  return html`<details${isOpen && html` open`}><summary>Advanced</summary>
<div class="field"><div class="field-row">${choice({
    name: 'caseSource',
    label: 'Recordings',
    value: textOf(form, 'caseSource'),
    hint: 'Which recordings are sent',
    options: [
      ['rolling', 'Recent'],
      ['pinned', 'Pinned, of any time'],
    ],
  })}${input(options, 'caseSourceHours', { inputmode: 'numeric', hint: 'Of recent recordings. Default: 24' })}</div></div>
<div class="field"><div class="field-row">${input(options, 'caseCountLimit', { inputmode: 'numeric', hint: `Default: ${count(caseCountLimit)}` })}
${choice({
  name: 'caseSelection',
  label: 'Selection',
  hint: 'Which come first up to that limit',
  value: textOf(form, 'caseSelection'),
  options: [
    ['newest', 'Newest'],
    ['spread', 'Different structures'],
  ],
})}</div></div>
${choice({
  name: 'order',
  label: 'Order of requests',
  hint: 'Default: as the settings of the application say',
  value: textOf(form, 'order'),
  options: [
    ['', 'Default'],
    ['sessions', 'Sessions side by side'],
    ['recorded', 'As recorded'],
  ],
})}
${input(options, 'pace', { inputmode: 'decimal', hint: 'Keeps the gaps of the recording, divided by this factor: 1 as recorded. 0: as fast as the load allows. Default: as the settings of the application say' })}
${input(options, 'baselineEnv', { hint: 'Address of an instance with the old build, to compare with. none: with the recordings. Default: as the settings of the application say' })}
${input(options, 'operations', { rows: 3, hint: 'Only these endpoints, one per line. Default: all endpoints' })}
${input(options, 'caseTags', { rows: 2, hint: 'Only recordings with these tags, one per line: name=value. Default: any' })}
${input(options, 'passThreshold', {
  inputmode: 'decimal',
  hint: hasThreshold
    ? 'It is set and never shown. Leave this field empty to keep it.'
    : 'Pass rate that the verdict needs, from 0 to 1, such as 0.95. Default: none, so any failing request makes it FAIL',
})}
${hasThreshold && checkbox('removePassThreshold', 'Remove the pass threshold', form.has('removePassThreshold'))}
${checkbox('enableMock', 'Answer downstream calls from the recordings', form.has('enableMock'))}
${checkbox('notify', 'Send the results of its runs to notification channels', textOf(form, 'notify') === 'on')}
${checkbox('enabled', 'Enabled', form.has('enabled'))}</details>`;
}

/** When the next runs start, in words and in UTC; null if the form does not say when. */
function nextRuns(form: FormData, now: number): Html | null {
  const cron = chosenCron(form);
  const timeZone = textOf(form, 'timeZone') || 'UTC';
  if (!isCron(cron) || !isTimeZone(timeZone)) return null;
  const times = nextOccurrences(cron, timeZone, now, MAX_NEXT_RUNS);
  if (times.length === 0) return null;
  return html`<div role="status"><p>${visible(cronSentence(cron))} (${visible(timeZone)}). ${form.has('enabled') ? 'Next runs' : 'Paused. Next runs if it were enabled'}:</p>
<ul>${times.map((at) => html`<li>${relativeText(at, now)} <span class="small muted">${time(at)}</span></li>`)}</ul></div>`;
}
