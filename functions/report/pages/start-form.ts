import { html } from 'hono/html';
import type { DetectedLogin } from '../../applications/domain/detected-login.ts';
import { LOGIN_CHOSEN, loginOffer } from '../../applications/pages/parts/login-offer.ts';
import { resendText } from '../../noise/domain/resend-text.ts';
import type { Html, PageRequest } from '../../platform/http/pages/page-route.ts';
import { applicationLayout, applicationPath } from '../../platform/pages-shell/application-layout.ts';
import {
  checkbox,
  choice,
  csrfField,
  type FieldOptions,
  field,
  notice,
  noticeOf,
} from '../../platform/pages-shell/form-parts.ts';
import { textOf } from '../../platform/pages-shell/form-values.ts';
import type { FieldErrors } from '../../platform/pages-shell/refusal.ts';
import { count } from '../../platform/pages-shell/texts.ts';
import { visible } from '../../platform/pages-shell/visible-text.ts';
import type { CaseHead } from '../../recordings/domain/recorded-case.ts';
import { countEndpoints, endpointText, type RecordedEndpoint } from '../../recordings/domain/recorded-endpoint.ts';
import type { ReportServices } from '../composition.ts';
import type { PredictedRun } from '../service/predicted-run.ts';
import { oneCaseNotice } from './one-case.ts';
import { runPrediction } from './run-prediction.ts';
import { baselineOf, chosenOperations, START_LABELS } from './start-body.ts';

/** Maximum endpoints shown as checkboxes. More are entered as text. */
const MAX_CHECKBOXES = 200;

/** Fields of the folded part. */
const ADVANCED = ['planName', 'caseTags', 'caseCountLimit', 'maxQps', 'concurrency', 'timeoutSeconds'] as const;

export interface StartFormOptions {
  request: PageRequest;
  appId: string;
  form: FormData;
  errors: FieldErrors;
  /** The only recording that is replayed. */
  only: CaseHead | null;
  /** A question above the form. */
  dialog: Html | undefined;
  endpoints: readonly RecordedEndpoint[];
  /** Targets of the last runs. */
  targets: readonly string[];
  settings: Awaited<ReturnType<ReportServices['applications']['settings']>>;
  config: ReportServices['config'];
  /** Recordings may still arrive for the first run: the page follows them. */
  isLive: boolean;
  /** Recorded logins to offer. */
  logins: readonly DetectedLogin[];
  /** Null where it is not known. */
  predicted: PredictedRun | null;
}

/** The form that starts a run, and what the run will send. */
export function startFormPage(options: StartFormOptions): Html {
  const { request, appId, form, errors, only, endpoints, targets, logins, isLive, predicted, settings } = options;
  const offer = loginOffer(request, appId, logins, textOf(form, 'targetEnv'));
  return applicationLayout({
    request,
    appId,
    tab: 'runs',
    title: `Start a run of ${appId}`,
    dialog: options.dialog,
    body: html`${notice(errors.form, 'bad')}${noticeOf({ login: LOGIN_CHOSEN }, request.query)}
${live('recorded', isLive, html`${offer.shown}${offer.forms}`)}<form class="beside form rule-form" method="post" action="${applicationPath(appId)}/replays/new">${csrfField(request)}
<section class="panel" aria-labelledby="what"><div class="panel-head"><h2 id="what">What to replay</h2></div><div class="pad stack">${only && oneCaseNotice(only)}
${input(options, 'targetEnv', {
  type: 'url',
  required: true,
  hint: 'Where the new build runs. It gets real requests: use a test or staging instance.',
  placeholder: 'https://staging.example.com',
  ...(targets.length > 0 && { list: targets }),
})}
${compareChoice(options)}
${only === null && html`<div class="field"><div class="field-row">${recordingsChoice(form, errors)}${input(options, 'hours', { inputmode: 'decimal', hint: 'Of recent recordings. Default: 24' })}</div></div>${endpointsPart(endpoints, form, errors)}`}
${advancedPart(options)}
</div><div class="panel-foot row"><button class="primary">Start the run</button>${only === null && html`<button name="preview" value="1">Preview</button>`}</div></section>
${predicted !== null && html`<section class="panel" aria-labelledby="sends"><div class="panel-head"><h2 id="sends">This run sends</h2>${only === null && html`<span class="push small muted">Preview counts what you changed</span>`}</div>${live('prediction', isLive, runPrediction({ form, only, predicted, maxQps: Number(textOf(form, 'maxQps')) || settings.replay.maxQps, pace: settings.replay.pace, appId }))}</section>`}</form>
<p class="muted small">Notifications are sent for runs that a build or a <a href="${applicationPath(appId)}/schedules">schedule</a> starts, not for this one.</p>`,
  });
}

const input = (
  { form, errors }: Pick<StartFormOptions, 'form' | 'errors'>,
  name: keyof typeof START_LABELS,
  more: Partial<FieldOptions>,
): Html =>
  field({
    name,
    label: START_LABELS[name],
    value: textOf(form, name),
    error: errors[name] ?? null,
    isOptional: false,
    ...more,
  });

/** What responses are compared with: the recordings, or a running build with its address. */
function compareChoice(options: StartFormOptions): Html {
  const isBesideBuild = baselineOf(options.form) !== '' || textOf(options.form, 'compare') === 'running';
  const one = (value: string, isChosen: boolean, name: string, note: string) =>
    html`<label><input type="radio" name="compare" value="${value}"${isChosen && html` checked`}><span>${name}<small>${note}</small></span></label>`;
  return html`<fieldset><legend>Compare with</legend><div class="choices two">${one('recordings', !isBesideBuild, 'Recordings', 'What production answered. Data must be alike')}${one('running', isBesideBuild, 'A running build', 'Both get each request. Other data is not a finding, and latency is comparable')}</div></fieldset>
<div class="for-running">${input(options, 'baselineEnv', { type: 'url', hint: 'An instance of the old build', placeholder: 'https://main.example.com' })}</div>`;
}

const recordingsChoice = (form: FormData, errors: FieldErrors): Html =>
  choice({
    name: 'caseSourceType',
    label: 'Recordings',
    value: textOf(form, 'caseSourceType'),
    hint: 'Which recordings are sent',
    options: [
      ['rolling', 'Recent'],
      ['all', 'All'],
      ['pinned', 'Pinned, of any time'],
    ],
    error: errors.caseSourceType ?? null,
  });

function endpointsPart(endpoints: readonly RecordedEndpoint[], form: FormData, errors: FieldErrors): Html {
  const chosen = chosenOperations(form);
  const isChosen = ({ operation }: RecordedEndpoint) => chosen.includes(operation);
  const known = endpoints.filter(isChosen);
  const all = count(countEndpoints(endpoints));
  // What is typed may not be recorded.
  const wanted = countEndpoints(known) + chosen.length - known.length;
  const which = chosen.length === 0 ? `all ${all}` : `${count(wanted)} of ${all}`;
  const isTyped = endpoints.length > MAX_CHECKBOXES;
  return html`<details${errors.operations && html` open`}><summary>Endpoints: ${which}</summary>${
    isTyped
      ? field({
          name: 'operations',
          label: 'Only these endpoints',
          rows: 4,
          value: chosen.join('\n'),
          hint: 'One per line. Default: all endpoints',
          isOptional: false,
          error: errors.operations ?? null,
        })
      : html`<fieldset><legend>Only these endpoints</legend>${errors.operations && html`<p class="error">${visible(errors.operations)}</p>`}${endpoints.map(
          (endpoint, index) =>
            checkbox(
              'operations',
              html`<code>${visible(endpointText(endpoint))}</code>`,
              isChosen(endpoint),
              endpoint.operation,
              `operations-${index}`,
            ),
        )}</fieldset>`
  }</details>`;
}

function advancedPart(options: StartFormOptions): Html {
  const { form, errors, only, settings, config } = options;
  const { replay } = settings;
  const isOpen = ADVANCED.some((name) => errors[name] !== undefined || textOf(form, name) !== '');
  const number = (name: keyof typeof START_LABELS, standard: number) =>
    input(options, name, { inputmode: 'numeric', hint: `Default: ${count(standard)}` });
  return html`<details${isOpen && html` open`}><summary>Advanced</summary>
${input(options, 'planName', { maxlength: 200, hint: 'Default: the number of the run' })}
${
  only === null &&
  html`${input(options, 'caseTags', { rows: 2, hint: 'Only recordings with these tags, one per line: name=value. Default: any' })}
<div class="field"><div class="field-row">${number('caseCountLimit', config.caseCountLimit)}
${choice({
  name: 'caseSelection',
  label: 'Order',
  hint: 'Which come first up to that limit',
  value: textOf(form, 'caseSelection'),
  options: [
    ['newest', 'Newest'],
    ['spread', 'Different structures'],
  ],
})}</div></div>`
}
<div class="field"><div class="field-row">${number('maxQps', replay.maxQps)}
${number('concurrency', replay.concurrency)}
${input(options, 'timeoutSeconds', { inputmode: 'decimal', hint: `Default: ${replay.timeoutMs / 1000}`, unit: 'seconds' })}</div></div>
${checkbox('enableMock', 'Answer downstream calls from the recordings', form.has('enableMock'))}
<p class="small muted">${resendText(config.noiseReduction, settings)}</p></details>`;
}

/** A part that follows what is recorded. */
const live = (id: string, isLive: boolean, part: Html | null): Html | null =>
  isLive ? html`<div class="stack" id="${id}" data-live data-every="5">${part}</div>` : part;
