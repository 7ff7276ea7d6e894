import { html } from 'hono/html';
import type { Html, Page, PageRequest } from '../../platform/http/pages/page-route.ts';
import { JSON_PATH_FORM } from '../../platform/json/json-path.ts';
import { applicationLayout, applicationPath } from '../../platform/pages-shell/application-layout.ts';
import { checkbox, choice, csrfField, field, notice, noticeOf } from '../../platform/pages-shell/form-parts.ts';
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
import { count } from '../../platform/pages-shell/texts.ts';
import { visible } from '../../platform/pages-shell/visible-text.ts';
import type { ApplicationServices } from '../composition.ts';
import { type ApplicationSettings, DEFAULT_SETTINGS } from '../domain/application-settings.ts';
import { BUILT_IN_HEADERS } from '../domain/built-in-headers.ts';
import type { DetectedLogin } from '../domain/detected-login.ts';
import { widenedRules } from '../domain/redact-rule.ts';
import { LOGIN_LABELS, loginFields, loginOf, loginText } from './login-section.ts';
import { MOCK_LABELS, mockFacts, mockFields, mocksOf } from './mock-section.ts';
import { LOGIN_CHOSEN, loginOffer } from './parts/login-offer.ts';
import { withSettingsNav } from './parts/settings-nav.ts';
import { RECORDING_LABELS, recordingFacts, recordingFields, recordingOf } from './recording-section.ts';
import { TARGETS_DONE, targetsSection } from './targets.ts';

const PATH = '/console/apps/{appId}/settings';

/** The fields that a validation error may name, and their labels. */
const LABELS = {
  ...RECORDING_LABELS,
  maxQps: 'Max requests per second',
  concurrency: 'Concurrency',
  timeoutMs: 'Timeout, ms',
  set: 'Added headers',
  always: 'Credentials added to every request',
  remove: 'Removed headers',
  order: 'Order of requests',
  mainOperations: 'Main endpoints',
  ...LOGIN_LABELS,
  ...MOCK_LABELS,
} as const;

/** Confirmation messages, by the query parameter of the page that shows them. */
const DONE = { saved: 'The settings are saved.', login: LOGIN_CHOSEN, ...TARGETS_DONE };

/** The order of requests, in words. */
const ORDER_LABELS: readonly (readonly [order: ApplicationSettings['replay']['order'], text: string])[] = [
  ['auto', 'As recorded if requests change data, else side by side'],
  ['sessions', 'Sessions side by side'],
  ['recorded', 'As recorded'],
];

type Services = Pick<
  ApplicationServices,
  'applications' | 'sealedSettings' | 'detectedLogins' | 'targets' | 'targetRequests' | 'config'
>;

/** Shows the settings of an application, read-only for users who may not change them. */
export const settingsPage: Page<Services> = {
  method: 'GET',
  path: PATH,
  scope: 'read',
  answer: async (request, services) => ({ html: await page(request, services, null, {}) }),
};

/** Changes the settings of an application and its main endpoints. */
export const changeSettingsPage: Page<Services> = {
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
      order: textOf(form, 'order') || null,
      headers: {
        set: pairsOf(linesOf(form, 'set'), ':'),
        always: linesOf(form, 'always'),
        remove: linesOf(form, 'remove'),
      },
    },
    login: loginOf(form),
    mocks: mocksOf(form),
    ...recordingOf(form),
  };
}

async function page(
  request: PageRequest,
  services: Services,
  form: FormData | null,
  errors: FieldErrors,
): Promise<Html> {
  const { appId = '' } = request.params;
  const [settings, mains] = await Promise.all([
    (request.may('write') ? services.sealedSettings : services.applications).settings(appId),
    services.applications.mainOperations(appId),
  ]);
  const offers = request.may('write') && settings.login === null ? await services.detectedLogins(appId) : [];
  return applicationLayout({
    request,
    appId,
    tab: 'settings',
    title: `Settings of ${appId}`,
    heading: visible(appId),
    body: html`${noticeOf(DONE, request.query)}${notice(errors.form, 'bad')}${notice(unreadable(settings), 'bad')}
${withSettingsNav(
  request,
  { settings, current: 'settings' },
  html`${await targetsSection(request, services)}
${request.may('write') ? editView(request, { settings, mains, form, errors, offers }) : readView(settings, mains)}`,
)}`,
  });
}

/** Paths of an earlier version that the service no longer reads. */
function unreadable({ redact }: ApplicationSettings): string | undefined {
  const paths = widenedRules(redact).map(({ path }) => path);
  if (paths.length === 0) return undefined;
  return `${LABELS.redact}: ${paths.join(' and ')} cannot be read. A path must be ${JSON_PATH_FORM}. Until you change this, more is redacted than the path selects, and what is redacted is not compared.`;
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
    offers,
  }: {
    settings: ApplicationSettings;
    mains: readonly string[];
    form: FormData | null;
    errors: FieldErrors;
    /** Recorded logins, where there is no login step. */
    offers: readonly DetectedLogin[];
  },
): Html {
  const { replay } = settings;
  const offer = loginOffer(request, request.params.appId ?? '', offers);
  const defaults = DEFAULT_SETTINGS;
  const shown = (name: string, stored: string | number) => shownValue(form, name, String(stored));
  const number = (name: 'maxQps' | 'concurrency' | 'timeoutMs', hint: string) =>
    field({
      name,
      label: LABELS[name],
      inputmode: 'numeric',
      required: true,
      value: shown(name, replay[name]),
      hint: `${hint}. Default: ${count(defaults.replay[name])}`,
      error: errors[name] ?? null,
    });
  return html`<form class="stack" method="post" action="${applicationPath(request.params.appId ?? '')}/settings">${recordingFields(settings, form, errors)}
<fieldset class="panel pad stack" id="replaying"><legend class="hidden">Replay</legend><h2>Replay</h2>
<div class="columns">${number('maxQps', 'Maximum request rate to the target')}${number('concurrency', 'Maximum requests in progress at the same time')}${number('timeoutMs', 'Maximum wait for a response')}</div>
<div class="columns">${field({ name: 'set', label: LABELS.set, rows: 3, value: shown('set', setText(settings)), hint: 'One per line: name: value. Sent with every request, in place of a recorded header of that name. Credentials replace only. Default: none', error: errors.set ?? null })}
${field({ name: 'always', label: LABELS.always, rows: 3, value: shown('always', replay.headers.always.join('\n')), hint: 'Added credentials that are also sent with requests recorded without them. One name per line. Default: none', error: errors.always ?? null })}
${field({ name: 'remove', label: LABELS.remove, rows: 3, value: shown('remove', replay.headers.remove.join('\n')), hint: 'One name per line. Default: none', error: errors.remove ?? null })}</div>
${choice({
  name: 'order',
  label: LABELS.order,
  hint: 'Requests read what earlier ones wrote. Default: as recorded if requests change data',
  value: shown('order', replay.order),
  options: ORDER_LABELS,
  error: errors.order ?? null,
})}
${toggle('keepSessions', 'Send requests of one session in order, one at a time', replay.keepSessions, defaults.replay.keepSessions)}
${toggle('aliasValues', 'Replace recorded ids and tokens with those that the new build issues', replay.aliasValues, defaults.replay.aliasValues)}
${toggle('resendUnsafe', 'Let noise reduction resend requests of unsafe methods, even if they made live downstream calls', settings.resendUnsafe, defaults.resendUnsafe)}</fieldset>
<div class="panel pad">${mockFields(settings.mocks, form, errors)}</div>
<div class="panel pad">${loginFields(request, settings.login, form, errors, offer.shown)}</div>
<fieldset class="panel pad stack" id="judging"><legend class="hidden">Findings</legend><h2>Findings</h2>
${field({ name: 'mainOperations', label: LABELS.mainOperations, rows: 4, value: shown('mainOperations', mains.join('\n')), hint: 'One per line. A clean run must replay each of them. Default: none. A clean run then needs at least 10 paths and 30 requests', error: errors.mainOperations ?? null })}
${toggle('automaticAnalysis', 'Analyze runs that need attention automatically', settings.automaticAnalysis, defaults.automaticAnalysis)}
${toggle('compareHeaders', 'Compare all response headers', settings.compareHeaders, defaults.compareHeaders)}
<details><summary>Built-in rules for headers that differ in every response</summary>${BUILT_IN_HEADERS.map(
    ({ ruleId, path }) =>
      checkbox(
        ruleId,
        html`Ignore <code>${path}</code>`,
        shownChecked(form, ruleId, settings.builtInRules[ruleId] ?? true),
      ),
  )}</details></fieldset>
<div class="row"><button class="primary">Save</button>${csrfField(request)}</div></form>${offer.forms}`;

  function toggle(name: string, label: string, stored: boolean, byDefault: boolean): Html {
    const text = html`${label} <span class="muted">Default: ${byDefault ? 'on' : 'off'}</span>`;
    return checkbox(name, text, shownChecked(form, name, stored));
  }
}

const readView = (settings: ApplicationSettings, mains: readonly string[]): Html =>
  html`<div class="panel pad">${facts([
    ...recordingFacts(settings),
    [LABELS.maxQps, settings.replay.maxQps],
    [LABELS.concurrency, settings.replay.concurrency],
    ['Timeout', `${count(settings.replay.timeoutMs)} ms`],
    // A value may be a credential of the target, so read-only users see names only.
    [LABELS.set, Object.keys(settings.replay.headers.set).join(', ') || 'none'],
    [LABELS.always, settings.replay.headers.always.join(', ') || 'none'],
    [LABELS.remove, settings.replay.headers.remove.join(', ') || 'none'],
    ['Login', loginText(settings.login)],
    [LABELS.order, ORDER_LABELS.find(([order]) => order === settings.replay.order)?.[1]],
    ['Sessions in order', settings.replay.keepSessions ? 'on' : 'off'],
    ['Issued ids and tokens', settings.replay.aliasValues ? 'sent' : 'not sent'],
    ...mockFacts(settings.mocks),
    [LABELS.mainOperations, mains.join(', ') || 'none'],
    ['Automatic analysis', settings.automaticAnalysis ? 'on' : 'off'],
    ['Compare all response headers', settings.compareHeaders ? 'on' : 'off'],
  ])}</div>`;
