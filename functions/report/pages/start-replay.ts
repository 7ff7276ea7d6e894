import { html } from 'hono/html';
import * as v from 'valibot';
import { runsOf } from '../../findings/pages/runs-of.ts';
import { resendWords } from '../../noise/domain/resend-words.ts';
import type { Html, Page, PageRequest } from '../../platform/http/pages/page-route.ts';
import { applicationLayout, applicationPath } from '../../platform/pages-shell/application-layout.ts';
import { checkbox, choice, csrfField, field, notice } from '../../platform/pages-shell/form-parts.ts';
import {
  linesOf,
  numberOf,
  pairsOf,
  shownChecked,
  shownValue,
  textOf,
  textsOf,
} from '../../platform/pages-shell/form-values.ts';
import { errorsOf, type FieldErrors, refusalOf } from '../../platform/pages-shell/refusal.ts';
import { visible } from '../../platform/pages-shell/visible-text.ts';
import type { ReportServices } from '../services.ts';
import { oneCase, oneCaseNotice, selectionOf } from './one-case.ts';

const HOUR = 3_600_000;
/** Maximum endpoints shown as checkboxes. More are entered as text. */
const MAX_CHECKBOXES = 200;

/** Labels of the fields that a refusal may name. */
const LABELS = {
  targetEnv: 'Target',
  planName: 'Name',
  caseCountLimit: 'Most cases of an endpoint',
  caseTags: 'Only cases with these tags',
  maxQps: 'Most requests a second',
  concurrency: 'At one time',
  timeoutMs: 'Patience with an answer, ms',
} as const;

const Created = v.object({ data: v.object({ replayPlanId: v.string() }) });

/** Form that starts a replay. */
export const startForm: Page<Pick<ReportServices, 'recordings' | 'plans' | 'applications' | 'config'>> = {
  method: 'GET',
  path: '/console/apps/{appId}/replays/new',
  scope: 'write',
  answer: async (request, services) => ({ html: await page(request, services, null, {}) }),
};

/** Starts a replay and redirects to its report. */
export const startReplay: Page<Pick<ReportServices, 'recordings' | 'plans' | 'applications' | 'config' | 'now'>> = {
  method: 'POST',
  path: '/console/apps/{appId}/replays/new',
  scope: 'write',

  async answer(request, services) {
    const { form, params } = request;
    const hours = numberOf(form, 'hours');
    if (typeof hours === 'string' || (hours !== undefined && !(hours > 0)))
      return { html: await page(request, services, form, { hours: 'Hours must be a number above 0.' }), status: 422 };
    const operations = textsOf(form, 'operations')
      .flatMap((text) => text.split(/\r?\n/))
      .filter((line) => line.trim() !== '');
    const caseId = textOf(form, 'caseId');
    const only = caseId === '' ? null : await oneCase(services, params.appId ?? '', caseId);
    if (caseId !== '' && only === null)
      return { html: await page(request, services, form, { form: 'The recording no longer exists.' }), status: 422 };
    const answer = await request.ask('POST', '/api/createPlan', {
      body: {
        appId: params.appId,
        targetEnv: textOf(form, 'targetEnv'),
        planName: textOf(form, 'planName') || null,
        caseSourceType: textOf(form, 'caseSourceType') || null,
        caseSourceFrom: hours === undefined ? null : Math.floor(services.now() - hours * HOUR),
        caseCountLimit: numberOf(form, 'caseCountLimit') ?? null,
        caseSelection: textOf(form, 'caseSelection') || null,
        caseTags: pairsOf(linesOf(form, 'caseTags'), '='),
        enableMock: form.has('enableMock'),
        operationCaseInfoList: operations.map((operationId) => ({ operationId })),
        ...(only && selectionOf(only)),
        load: {
          maxQps: numberOf(form, 'maxQps') ?? null,
          concurrency: numberOf(form, 'concurrency') ?? null,
          timeoutMs: numberOf(form, 'timeoutMs') ?? null,
        },
      },
    });
    const created = v.safeParse(Created, answer.body);
    if (created.success) return { location: `/report/${created.output.data.replayPlanId}` };
    const errors = errorsOf(refusalOf(answer), Object.keys(LABELS), LABELS);
    return { html: await page(request, services, form, errors), status: 422 };
  },
};

async function page(
  request: PageRequest,
  services: Pick<ReportServices, 'recordings' | 'plans' | 'applications' | 'config'>,
  form: FormData | null,
  errors: FieldErrors,
): Promise<Html> {
  const { appId = '' } = request.params;
  const caseId = form === null ? (request.query.get('caseId') ?? '') : textOf(form, 'caseId');
  const [only, operations, { runs }, settings] = await Promise.all([
    caseId === '' ? null : oneCase(services, appId, caseId),
    services.recordings.operationsOf(appId),
    runsOf(services, { appId, limit: 1 }),
    services.applications.settings(appId),
  ]);
  const { replay } = settings;
  const last = runs[0]?.plan;
  const shown = (name: string, stored: string) => shownValue(form, name, stored);
  return applicationLayout({
    request,
    appId,
    tab: 'runs',
    title: `Start a run of ${appId}`,
    body: html`${notice(errors.form, 'bad')}
<form class="panel pad" method="post" action="${applicationPath(appId)}/replays/new">${csrfField(request)}
${only && oneCaseNotice(only)}
${field({
  name: 'targetEnv',
  label: LABELS.targetEnv,
  type: 'url',
  required: true,
  value: shown('targetEnv', request.query.get('targetEnv') ?? last?.targetEnv ?? ''),
  hint: 'Where the new build answers. Real requests are sent there: a test or staging instance only.',
  placeholder: 'https://staging.example.com',
  error: errors.targetEnv ?? null,
})}
<div class="columns">${
      only === null &&
      html`${choice({
        name: 'caseSourceType',
        label: 'Recordings',
        value: shown('caseSourceType', 'rolling'),
        options: [
          ['rolling', 'Recent ones'],
          ['pinned', 'Pinned ones, of any time'],
        ],
      })}
${field({ name: 'hours', label: 'Of the last hours', type: 'text', inputmode: 'decimal', value: shown('hours', '24'), error: errors.hours ?? null })}
${field({ name: 'caseCountLimit', label: LABELS.caseCountLimit, inputmode: 'numeric', value: shown('caseCountLimit', ''), placeholder: String(services.config.caseCountLimit), error: errors.caseCountLimit ?? null })}
${choice({
  name: 'caseSelection',
  label: 'Up to that limit',
  value: shown('caseSelection', 'newest'),
  options: [
    ['newest', 'The newest ones'],
    ['spread', 'Different structures first'],
  ],
})}`
    }
${field({ name: 'planName', label: LABELS.planName, maxlength: 200, value: shown('planName', ''), hint: 'Such as the build; the default is a number', error: errors.planName ?? null })}</div>
${checkbox('enableMock', 'Answer downstream calls from the recordings', shownChecked(form, 'enableMock', true))}
${only === null && operationsField(operations, form)}
<details${(errors.caseTags || errors.maxQps || errors.concurrency || errors.timeoutMs) && html` open`}><summary>Tags and pace</summary>
${field({ name: 'caseTags', label: LABELS.caseTags, rows: 3, value: shown('caseTags', ''), hint: 'One a line: name=value', error: errors.caseTags ?? null })}
<div class="columns">${field({ name: 'maxQps', label: LABELS.maxQps, inputmode: 'numeric', value: shown('maxQps', ''), placeholder: String(replay.maxQps), error: errors.maxQps ?? null })}
${field({ name: 'concurrency', label: LABELS.concurrency, inputmode: 'numeric', value: shown('concurrency', ''), placeholder: String(replay.concurrency), error: errors.concurrency ?? null })}
${field({ name: 'timeoutMs', label: LABELS.timeoutMs, inputmode: 'numeric', value: shown('timeoutMs', ''), placeholder: String(replay.timeoutMs), error: errors.timeoutMs ?? null })}</div></details>
<p class="small muted">${resendWords(services.config.noiseReduction, settings)}</p>
<p><button class="primary">Start the run</button></p></form>
<p class="muted">Notifications are sent for runs that a build or a <a href="${applicationPath(appId)}/schedules">schedule</a> starts, not for this one.</p>`,
  });
}

function operationsField(operations: readonly string[], form: FormData | null): Html {
  const chosen = form === null ? [] : textsOf(form, 'operations');
  if (operations.length > MAX_CHECKBOXES)
    return field({
      name: 'operations',
      label: 'Only these endpoints',
      rows: 4,
      value: chosen.join('\n'),
      hint: `One a line; without any, all ${operations.length}.`,
    });
  return html`<details${chosen.length > 0 && html` open`}><summary>Only some endpoints</summary><fieldset><legend>Endpoints; without any, all of them</legend>${operations.map(
    (operation, index) =>
      checkbox(
        'operations',
        html`<code>${visible(operation)}</code>`,
        chosen.includes(operation),
        operation,
        `operations-${index}`,
      ),
  )}</fieldset></details>`;
}
