import { html } from 'hono/html';
import type { Html, Page, PageRequest } from '../../platform/http/pages/page-route.ts';
import { JSON_PATH_FORM } from '../../platform/json/json-path.ts';
import { applicationLayout, applicationPath } from '../../platform/pages-shell/application-layout.ts';
import { checkbox, choice, csrfField, field, notice } from '../../platform/pages-shell/form-parts.ts';
import {
  linesOf,
  numberOf,
  pairsOf,
  shownChecked,
  shownValue,
  textOf,
} from '../../platform/pages-shell/form-values.ts';
import { facts } from '../../platform/pages-shell/list-parts.ts';
import { errorsOf, type FieldErrors, refusalOf } from '../../platform/pages-shell/refusal.ts';
import type { ApplicationSettings } from '../domain/application-settings.ts';
import { BUILT_IN_HEADERS } from '../domain/built-in-headers.ts';
import { MAX_SAMPLE_RATE, MIN_SAMPLE_RATE } from '../domain/recorder-settings.ts';
import { type RedactRule, unreadablePaths } from '../domain/redact-rule.ts';
import type { ApplicationServices } from '../services.ts';
import { LOGIN_LABELS, loginFields, loginOf, loginText } from './login-section.ts';
import { MOCK_LABELS, mockFacts, mockFields, mocksOf } from './mock-section.ts';

const PATH = '/console/apps/{appId}/settings';

/** The fields that a validation error may name, and their labels. */
const LABELS = {
  operationNaming: 'Endpoints are named by',
  maxQps: 'Most requests a second',
  concurrency: 'At one time',
  timeoutMs: 'Patience with an answer, ms',
  set: 'Headers that are set',
  always: 'Headers that are added where none was recorded',
  remove: 'Headers that are taken out',
  redact: 'Blacked out before anything is stored',
  credentials: 'Credentials are',
  sampleRate: 'AREX agent: requests recorded a minute, per endpoint and instance',
  mainOperations: 'Main endpoints',
  ...LOGIN_LABELS,
  ...MOCK_LABELS,
} as const;

/** What happens to credentials, in words. */
const CREDENTIALS: readonly (readonly [mode: ApplicationSettings['credentials'], text: string])[] = [
  ['seal', 'sealed: hidden from all readers, sent by replays'],
  ['remove', 'removed: replays send [redacted]'],
  ['keep', 'kept in clear'],
];

/** Shows the settings of an application, read-only for users who may not change them. */
export const settingsPage: Page<Pick<ApplicationServices, 'applications' | 'sealedSettings'>> = {
  method: 'GET',
  path: PATH,
  scope: 'read',
  answer: async (request, services) => ({ html: await page(request, services, null, {}) }),
};

/** Changes the settings of an application and its main endpoints. */
export const changeSettingsPage: Page<Pick<ApplicationServices, 'applications' | 'sealedSettings'>> = {
  method: 'POST',
  path: PATH,
  scope: 'write',

  async answer(request, services) {
    const { form, params } = request;
    const { appId = '' } = params;
    const changed = await request.ask('PUT', '/api/apps/{appId}/settings', {
      params: { appId },
      body: settingsOf(form),
    });
    const refused =
      refusalOf(changed) ??
      refusalOf(
        await request.ask('POST', '/api/config/schedule/modify/UPDATE', {
          body: { appId, mainOperations: linesOf(form, 'mainOperations') },
        }),
      );
    if (refused === null) return { location: `${applicationPath(appId)}/settings?done=saved` };
    // The form has one field for the token, whether it is a path or a header.
    const named = refused.replace(/^login\.token\.path\b/, 'login.token');
    return { html: await page(request, services, form, errorsOf(named, Object.keys(LABELS), LABELS)), status: 422 };
  },
};

/** The form's values in the format of interface 10. */
function settingsOf(form: FormData): Record<string, unknown> {
  return {
    operationNaming: textOf(form, 'operationNaming'),
    automaticAnalysis: form.has('automaticAnalysis'),
    resendUnsafe: form.has('resendUnsafe'),
    compareHeaders: form.has('compareHeaders'),
    builtInRules: Object.fromEntries(BUILT_IN_HEADERS.map(({ ruleId }) => [ruleId, form.has(ruleId)])),
    replay: {
      maxQps: numberOf(form, 'maxQps'),
      concurrency: numberOf(form, 'concurrency'),
      timeoutMs: numberOf(form, 'timeoutMs'),
      keepSessions: form.has('keepSessions'),
      aliasValues: form.has('aliasValues'),
      headers: {
        set: pairsOf(linesOf(form, 'set'), ':'),
        always: linesOf(form, 'always'),
        remove: linesOf(form, 'remove'),
      },
    },
    login: loginOf(form),
    mocks: mocksOf(form),
    recorder: { sampleRate: numberOf(form, 'sampleRate') },
    redact: linesOf(form, 'redact').map(ruleOf),
    credentials: textOf(form, 'credentials') || null,
  };
}

/** `seal header: x-customer`, `header: authorization` or a path. */
function ruleOf(line: string): RedactRule {
  const rest = line.replace(/^seal\s+/i, '');
  const rule = /^header:/i.test(rest) ? { header: rest.slice('header:'.length).trim() } : { path: rest };
  return rest === line ? rule : { ...rule, seal: true };
}

async function page(
  request: PageRequest,
  services: Pick<ApplicationServices, 'applications' | 'sealedSettings'>,
  form: FormData | null,
  errors: FieldErrors,
): Promise<Html> {
  const { appId = '' } = request.params;
  const [settings, mains] = await Promise.all([
    (request.may('write') ? services.sealedSettings : services.applications).settings(appId),
    services.applications.mainOperations(appId),
  ]);
  return applicationLayout({
    request,
    appId,
    tab: 'settings',
    title: `Settings of ${appId}`,
    body: html`${request.query.get('done') === 'saved' && notice('The settings are saved.')}${notice(errors.form, 'bad')}${notice(unreadable(settings), 'bad')}
<p>Replays at fixed times are set under <a href="${applicationPath(appId)}/schedules">Schedules</a>.</p>
${request.may('write') ? editView(request, { settings, mains, form, errors }) : readView(settings, mains)}`,
  });
}

const redactText = ({ redact }: ApplicationSettings) =>
  redact
    .map((rule) => `${rule.seal === true ? 'seal ' : ''}${'header' in rule ? `header: ${rule.header}` : rule.path}`)
    .join('\n');
/** Paths of an earlier version that the service no longer reads. */
function unreadable({ redact }: ApplicationSettings): string | undefined {
  const paths = unreadablePaths(redact);
  if (paths.length === 0) return undefined;
  return `${LABELS.redact}: ${paths.join(' and ')} cannot be read. A path must be ${JSON_PATH_FORM}. Until you change this, JSON bodies are stored as [redacted] only.`;
}
const setText = ({ replay }: ApplicationSettings) =>
  Object.entries(replay.headers.set)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

function editView(
  request: PageRequest,
  {
    settings,
    mains,
    form,
    errors,
  }: { settings: ApplicationSettings; mains: readonly string[]; form: FormData | null; errors: FieldErrors },
): Html {
  const { replay } = settings;
  const shown = (name: string, stored: string | number) => shownValue(form, name, String(stored));
  return html`<form method="post" action="${applicationPath(request.params.appId ?? '')}/settings">${csrfField(request)}
<fieldset id="recording"><legend>Recording</legend>${choice({
    name: 'operationNaming',
    label: LABELS.operationNaming,
    value: shown('operationNaming', settings.operationNaming),
    options: [
      ['path', 'their path'],
      ['method-path', 'method and path'],
    ],
    error: errors.operationNaming ?? null,
  })}
${field({ name: 'redact', label: LABELS.redact, rows: 3, value: shown('redact', redactText(settings)), hint: 'One a line: header: authorization, or a JSONPath of the bodies. With seal before it, the value is sealed and replays send it.', error: errors.redact ?? null })}
${choice({
  name: 'credentials',
  label: LABELS.credentials,
  value: shown('credentials', settings.credentials),
  options: CREDENTIALS,
  error: errors.credentials ?? null,
})}
${field({ name: 'sampleRate', label: LABELS.sampleRate, inputmode: 'numeric', value: shown('sampleRate', settings.recorder.sampleRate), hint: `${MIN_SAMPLE_RATE} to ${MAX_SAMPLE_RATE}; 0 pauses recording by the agent.`, error: errors.sampleRate ?? null })}</fieldset>
<fieldset id="replaying"><legend>Replaying</legend><div class="columns">${field({ name: 'maxQps', label: LABELS.maxQps, inputmode: 'numeric', required: true, value: shown('maxQps', replay.maxQps), error: errors.maxQps ?? null })}
${field({ name: 'concurrency', label: LABELS.concurrency, inputmode: 'numeric', required: true, value: shown('concurrency', replay.concurrency), error: errors.concurrency ?? null })}
${field({ name: 'timeoutMs', label: LABELS.timeoutMs, inputmode: 'numeric', required: true, value: shown('timeoutMs', replay.timeoutMs), error: errors.timeoutMs ?? null })}</div>
<div class="columns">${field({ name: 'set', label: LABELS.set, rows: 3, value: shown('set', setText(settings)), hint: 'One a line: name: value. It replaces a recorded header of that name.', error: errors.set ?? null })}
${field({ name: 'always', label: LABELS.always, rows: 3, value: shown('always', replay.headers.always.join('\n')), hint: 'One a line: names of headers that are set. Requests recorded without them get them too.', error: errors.always ?? null })}
${field({ name: 'remove', label: LABELS.remove, rows: 3, value: shown('remove', replay.headers.remove.join('\n')), hint: 'One a line', error: errors.remove ?? null })}</div>
${checkbox('keepSessions', 'Requests of one session replay in order, one at a time', shownChecked(form, 'keepSessions', replay.keepSessions))}
${checkbox('aliasValues', 'Ids and tokens that the replayed build issues are sent in place of recorded ones', shownChecked(form, 'aliasValues', replay.aliasValues))}
${checkbox('resendUnsafe', 'Noise reduction may send unsafe methods again, whatever answered their downstream calls', shownChecked(form, 'resendUnsafe', settings.resendUnsafe))}</fieldset>
${mockFields(settings.mocks, form, errors)}
${loginFields(request, settings.login, form, errors)}
<fieldset><legend>Judging</legend>${field({ name: 'mainOperations', label: LABELS.mainOperations, rows: 4, value: shown('mainOperations', mains.join('\n')), hint: 'One a line. With any, coverage asks whether each was replayed instead of counting.', error: errors.mainOperations ?? null })}
${checkbox('automaticAnalysis', 'Replays of a build that need attention are analysed by themselves', shownChecked(form, 'automaticAnalysis', settings.automaticAnalysis))}
${checkbox('compareHeaders', 'Response headers are compared', shownChecked(form, 'compareHeaders', settings.compareHeaders))}
<details><summary>Built-in rules for headers that differ between any two answers</summary>${BUILT_IN_HEADERS.map(
    ({ ruleId, path }) =>
      checkbox(
        ruleId,
        html`leave out <code>${path}</code>`,
        shownChecked(form, ruleId, settings.builtInRules[ruleId] ?? true),
      ),
  )}</details></fieldset>
<p><button class="primary">Save</button></p></form>`;
}

const readView = (settings: ApplicationSettings, mains: readonly string[]): Html =>
  facts([
    ['Endpoints are named by', settings.operationNaming],
    ['Blacked out', redactText(settings) || 'nothing'],
    ['Credentials are', CREDENTIALS.find(([mode]) => mode === settings.credentials)?.[1]],
    [LABELS.sampleRate, settings.recorder.sampleRate],
    ['Most requests a second', settings.replay.maxQps],
    ['At one time', settings.replay.concurrency],
    ['Patience with an answer', `${settings.replay.timeoutMs} ms`],
    // A value may be a credential of the target, so read-only users see names only.
    ['Headers that are set', Object.keys(settings.replay.headers.set).join(', ') || 'none'],
    ['Headers that are added where none was recorded', settings.replay.headers.always.join(', ') || 'none'],
    ['Headers that are taken out', settings.replay.headers.remove.join(', ') || 'none'],
    ['Login', loginText(settings.login)],
    ['Sessions in order', settings.replay.keepSessions ? 'yes' : 'no'],
    ['Issued ids and tokens are sent', settings.replay.aliasValues ? 'yes' : 'no'],
    ...mockFacts(settings.mocks),
    ['Main endpoints', mains.join(', ') || 'none'],
    ['Automatic analysis', settings.automaticAnalysis ? 'on' : 'off'],
    ['Response headers are compared', settings.compareHeaders ? 'yes' : 'no'],
  ]);
