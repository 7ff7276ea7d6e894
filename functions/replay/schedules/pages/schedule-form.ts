import { html } from 'hono/html';
import type { Html, Page, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { applicationLayout } from '../../../platform/pages-shell/application-layout.ts';
import { checkbox, choice, csrfField, field, notice } from '../../../platform/pages-shell/form-parts.ts';
import {
  linesOf,
  numberOf,
  pairsOf,
  shownChecked,
  shownValue,
  textOf,
} from '../../../platform/pages-shell/form-values.ts';
import { problemPage } from '../../../platform/pages-shell/problem.ts';
import { errorsOf, type FieldErrors, refusalOf } from '../../../platform/pages-shell/refusal.ts';
import type { NewPlanServices } from '../../services.ts';
import type { Schedule } from '../domain/schedule.ts';
import { scheduleLinks } from './schedule-links.ts';

const PATH = '/console/apps/{appId}/schedules';
const ENDPOINT = '/api/apps/{appId}/schedules/{id}';

/** Labels of the fields that a refusal may name. */
const LABELS = {
  id: 'Name',
  cron: 'Time (cron)',
  timeZone: 'Time zone',
  targetEnv: 'Target',
  caseSourceHours: 'Of the last hours',
  caseCountLimit: 'Most cases of an endpoint',
  passThreshold: 'Pass rate for PASS',
  operations: 'Only these endpoints',
  caseTags: 'Only cases with these tags',
} as const;

type Services = Pick<NewPlanServices, 'schedules'>;

/** Form of a new schedule (interface 10). */
export const newSchedulePage: Page = {
  method: 'GET',
  path: `${PATH}/new`,
  scope: 'write',
  answer: async (request) => ({ html: formView(request, undefined, null, {}) }),
};

/** Creates a schedule. */
export const addSchedule: Page<Services> = {
  method: 'POST',
  path: `${PATH}/new`,
  scope: 'write',

  async answer(request, { schedules }) {
    const id = textOf(request.form, 'id');
    const exists = (await schedules.find(request.params.appId ?? '', id)) !== undefined;
    const errors = exists ? { id: 'There is already a schedule of this name.' } : await save(request, id);
    return errors === null ? saved(request) : { html: formView(request, undefined, request.form, errors), status: 422 };
  },
};

/** Form of an existing schedule. */
export const editSchedulePage: Page<Services> = {
  method: 'GET',
  path: `${PATH}/{id}/edit`,
  scope: 'write',

  async answer(request, services) {
    const schedule = await scheduleOf(request, services);
    if (schedule === undefined) return { html: problemPage('not-found', request), status: 404 };
    return { html: formView(request, schedule, null, {}) };
  },
};

/** Changes a schedule. */
export const editSchedule: Page<Services> = {
  method: 'POST',
  path: `${PATH}/{id}/edit`,
  scope: 'write',

  async answer(request, services) {
    const schedule = await scheduleOf(request, services);
    if (schedule === undefined) return { html: problemPage('not-found', request), status: 404 };
    const errors = await save(request, schedule.id);
    return errors === null ? saved(request) : { html: formView(request, schedule, request.form, errors), status: 422 };
  },
};

const scheduleOf = ({ params: { appId = '', id = '' } }: PageRequest, { schedules }: Services) =>
  schedules.find(appId, id);

const saved = (request: PageRequest) => ({
  location: `${scheduleLinks(request.params.appId ?? '').list}?done=saved`,
});

/** The errors by field; null if the schedule is saved. */
async function save(request: PageRequest, id: string): Promise<FieldErrors | null> {
  const { form, params } = request;
  const answer = await request.ask('PUT', ENDPOINT, { params: { appId: params.appId ?? '', id }, body: bodyOf(form) });
  const refused = refusalOf(answer);
  return refused === null ? null : errorsOf(refused, Object.keys(LABELS), LABELS);
}

/** The form's values in the format of interface 10; attributes, which it does not show, keep their values. */
function bodyOf(form: FormData): Record<string, unknown> {
  const operations = linesOf(form, 'operations');
  return {
    cron: textOf(form, 'cron'),
    timeZone: textOf(form, 'timeZone') || null,
    enabled: form.has('enabled'),
    targetEnv: textOf(form, 'targetEnv'),
    caseSource: textOf(form, 'caseSource') || null,
    caseSourceHours: numberOf(form, 'caseSourceHours') ?? null,
    caseCountLimit: numberOf(form, 'caseCountLimit') ?? null,
    operations: operations.length > 0 ? operations : null,
    caseTags: pairsOf(linesOf(form, 'caseTags'), '='),
    enableMock: form.has('enableMock'),
    passThreshold: form.has('removePassThreshold') ? null : numberOf(form, 'passThreshold'),
  };
}

function formView(
  request: PageRequest,
  schedule: Schedule | undefined,
  form: FormData | null,
  errors: FieldErrors,
): Html {
  const { appId = '' } = request.params;
  const links = scheduleLinks(appId);
  const trigger = schedule?.trigger;
  const input = (name: keyof typeof LABELS, stored: string | number | null | undefined, more: object = {}) =>
    field({
      name,
      label: LABELS[name],
      value: shownValue(form, name, String(stored ?? '')),
      error: errors[name] ?? null,
      ...more,
    });
  const tags = Object.entries(trigger?.caseTags ?? {}).map(([name, value]) => `${name}=${value}`);
  const hasThreshold = (schedule?.sealedPassThreshold ?? null) !== null;
  return applicationLayout({
    request,
    appId,
    tab: 'schedules',
    title: schedule === undefined ? `Add a schedule to ${appId}` : `Schedule ${schedule.id} of ${appId}`,
    body: html`${notice(errors.form, 'bad')}
<form class="panel pad" method="post" action="${schedule === undefined ? links.add : links.of(schedule.id, 'edit')}">${csrfField(request)}
${schedule === undefined && input('id', '', { required: true, maxlength: 64, hint: 'Letters, digits, dots, dashes and underscores, such as nightly. It cannot be changed later.' })}
${input('targetEnv', trigger?.targetEnv, { type: 'url', required: true, hint: 'The service under test. Real requests are sent there: a test or staging instance only.', placeholder: 'https://staging.example.com' })}
<div class="columns">${input('cron', schedule?.cron, { required: true, maxlength: 200, placeholder: '30 2 * * 1-5', hint: 'Minute, hour, day of month, month, day of week. 30 2 * * 1-5 is 02:30 from Monday to Friday.' })}
${input('timeZone', schedule?.timeZone ?? 'UTC', { list: ['UTC', ...Intl.supportedValuesOf('timeZone')], hint: 'An IANA name, such as Europe/Berlin.' })}</div>
${checkbox('enabled', 'Active', shownChecked(form, 'enabled', schedule?.enabled ?? true))}
<div class="columns">${choice({
      name: 'caseSource',
      label: 'Recordings',
      value: shownValue(form, 'caseSource', trigger?.caseSource ?? 'rolling'),
      options: [
        ['rolling', 'Recent recordings'],
        ['pinned', 'Pinned recordings'],
      ],
    })}
${input('caseSourceHours', trigger?.caseSourceHours ?? 24, { inputmode: 'numeric' })}
${input('caseCountLimit', trigger?.caseCountLimit, { inputmode: 'numeric' })}
${input('passThreshold', '', { inputmode: 'decimal', hint: hasThreshold ? 'It is set and never shown. Leave this empty to keep it.' : 'From 0 to 1. Without it, the verdict is PASS only if no case fails.' })}</div>
${hasThreshold && checkbox('removePassThreshold', 'Remove the pass rate', shownChecked(form, 'removePassThreshold', false))}
${checkbox('enableMock', 'Answer downstream calls from the recordings', shownChecked(form, 'enableMock', trigger?.enableMock ?? true))}
<div class="columns">${input('operations', trigger?.operations?.join('\n'), { rows: 3, hint: 'One per line. Without any, the whole application.' })}
${input('caseTags', tags.join('\n'), { rows: 3, hint: 'One per line: name=value' })}</div>
<p><button class="primary">Save</button></p></form>`,
  });
}
