import * as v from 'valibot';
import { TIMEOUT_RANGE } from '../../applications/pages/parts/timeout-seconds.ts';
import type { ApiResponse } from '../../platform/http/api.ts';
import type { Html, Page, PageAnswer, PageRequest } from '../../platform/http/pages/page-route.ts';
import { MAX_LOAD } from '../../platform/outbound/max-load.ts';
import { applicationPath } from '../../platform/pages-shell/application-layout.ts';
import { textOf } from '../../platform/pages-shell/form-values.ts';
import { errorsOf, type FieldErrors, refusalOf } from '../../platform/pages-shell/refusal.ts';
import { count } from '../../platform/pages-shell/texts.ts';
import { accept } from '../../platform/result.ts';
import { originOf } from '../../platform/values/origin-pattern.ts';
import type { CaseHead } from '../../recordings/domain/recorded-case.ts';
import { parseConsolePlan } from '../../replay/domain/console-plan.ts';
import { runsOf } from '../../replay/service/runs-of.ts';
import type { ReportServices } from '../composition.ts';
import { predictedRun } from '../service/predicted-run.ts';
import { oneCase } from './one-case.ts';
import { baselineError, hoursError, initialForm, planBodyOf, START_LABELS } from './start-body.ts';
import { startFormPage } from './start-form.ts';
import { type TargetQuestion, targetQuestion, targetRefused } from './target-question.ts';

/** Number of the last runs whose targets are suggested. */
const MAX_RUNS = 20;
/** Stands for a target that is not chosen yet. */
const NO_TARGET = 'http://target.invalid';

const Created = v.object({ data: v.object({ replayPlanId: v.string() }) });
const Refused = v.object({ data: v.object({ reasonCode: v.number() }) });

type Services = Pick<
  ReportServices,
  'recordings' | 'plans' | 'applications' | 'targets' | 'detectedLogins' | 'config' | 'now'
>;

/** Form that starts a replay. */
export const startForm: Page<Services> = {
  method: 'GET',
  path: '/console/apps/{appId}/replays/new',
  scope: 'write',

  async answer(request, services) {
    const only = await oneCase(services, request.params.appId ?? '', request.query.get('caseId') ?? '');
    return { html: await page(request, services, { form: null, only, errors: {} }) };
  },
};

/** Starts a replay and redirects to its report; with `preview`, shows what it would send. */
export const startReplay: Page<Services> = {
  method: 'POST',
  path: '/console/apps/{appId}/replays/new',
  scope: 'write',
  audits: 'run.started',

  async answer(request, services) {
    const { form, params } = request;
    const { appId = '' } = params;
    const caseId = textOf(form, 'caseId');
    const only = caseId === '' ? null : await oneCase(services, appId, caseId);
    const again = async (refused: FieldErrors) => ({
      html: await page(request, services, { form, only, errors: refused }),
      ...(Object.keys(refused).length > 0 && { status: 422 }),
    });
    const hours = hoursError(form);
    if (hours !== null) return again({ hours });
    const baselineEnv = baselineError(form);
    if (baselineEnv !== null) return again({ baselineEnv });
    if (caseId !== '' && only === null) return again({ form: 'The recording no longer exists.' });
    const body = planBodyOf(form, appId, only, services.now());
    if (form.has('preview')) return again(await bodyErrors(body, appId, services));
    const errors = await bodyErrors(body, appId, services);
    if (Object.keys(errors).length > 0) return again(errors);
    const origin = originOf(textOf(form, 'targetEnv'));
    const decided = origin === null ? NO_MEMBERS : await decidedTarget(request, services, { appId, origin, only });
    if (decided.answer) return decided.answer;
    const answer = await request.ask('POST', '/api/createPlan', { body: { ...body, ...decided.members } });
    const created = v.safeParse(Created, answer.body);
    if (created.success) return { location: `/report/${created.output.data.replayPlanId}` };
    return decided.refused ?? again(refusedFields(answer));
  },
};

/** Members that a decision adds to a plan, with the page where the plan is `refused`; or the page that follows. */
type DecidedTarget = { members: Record<string, string>; refused?: PageAnswer; answer?: never } | { answer: PageAnswer };
const NO_MEMBERS: DecidedTarget = { members: {} };

/**
 * What the caller decided about a target that is not allowed, as members of the plan; before that, the page that asks.
 */
async function decidedTarget(
  request: PageRequest,
  services: Services,
  { appId, origin, only }: { appId: string; origin: string; only: CaseHead | null },
): Promise<DecidedTarget> {
  const { form } = request;
  if ((await services.targets.admission(appId, origin, () => true)) !== null) return NO_MEMBERS;
  const address = { params: { appId }, body: { address: origin } };
  const choice = textOf(form, 'allow');
  if (choice === 'without') return { members: { credentials: 'none' } };
  if (choice === 'once' && request.may('admin')) return { members: { allowTarget: 'run' } };
  if (choice === 'one' && request.may('admin')) {
    const refused = refusalOf(await request.ask('POST', '/api/apps/{appId}/targets', address));
    if (refused === null) return NO_MEMBERS;
    return { answer: { html: await page(request, services, { form, only, errors: { form: refused } }), status: 422 } };
  }
  if (choice === 'ask') {
    const refused = refusalOf(await request.ask('POST', '/api/apps/{appId}/target-requests', address));
    if (refused === null)
      return { answer: { location: `${applicationPath(appId)}/settings/replay?done=asked#allowed-targets` } };
    return { answer: { html: await page(request, services, { form, only, errors: { form: refused } }), status: 422 } };
  }
  const [{ addresses, targets }, settings, askedBy] = await Promise.all([
    services.targets.list(appId),
    services.applications.settings(appId),
    request.may('admin') ? requestFor(request, appId, origin) : null,
  ]);
  const question: TargetQuestion = {
    request,
    appId,
    origin,
    form,
    allowed: [...addresses, ...targets.map((target) => target.address)],
    predicted: await prediction(form, appId, only, services),
    added: { headers: Object.keys(settings.replay.headers.set), hasLogin: settings.login !== null },
    askedBy,
    now: services.now(),
  };
  if (request.may('admin')) {
    const dialog = targetQuestion(question);
    return { answer: { html: await page(request, services, { form, only, errors: {}, dialog }), status: 422 } };
  }
  // The endpoint refuses the plan, and notes it.
  return { members: {}, refused: { html: targetRefused(question), status: 422 } };
}

const Asked = v.object({ items: v.array(v.object({ address: v.string(), askedBy: v.string(), at: v.string() })) });

/** Who asked an administrator for an address; null if its list has no such request. */
async function requestFor(request: PageRequest, appId: string, origin: string): Promise<TargetQuestion['askedBy']> {
  const answer = await request.ask('GET', '/api/apps/{appId}/target-requests', { params: { appId } });
  const listed = v.safeParse(Asked, answer.body);
  const found = listed.success ? listed.output.items.find(({ address }) => address === origin) : undefined;
  return found ? { name: found.askedBy, at: Date.parse(found.at) } : null;
}

/** The errors of a body that need no lookups. */
async function bodyErrors(body: Record<string, unknown>, appId: string, services: Services): Promise<FieldErrors> {
  const plan = await planOf(body, appId, services);
  return plan.ok ? {} : fieldsOf(plan.message);
}

async function planOf(body: Record<string, unknown>, appId: string, { applications, config, now }: Services) {
  const { replay, mocks } = await applications.settings(appId);
  const { caseCountLimit } = config;
  const plan = parseConsolePlan(body, { now: now(), caseCountLimit, load: replay, operator: '' });
  if (!plan.ok || mocks.correlation !== 'single') return plan;
  // A plan of such an application sends one request at a time.
  return accept({ ...plan.value, load: { ...plan.value.load, concurrency: 1 } });
}

/** A refused member by its field. */
function fieldsOf(message: string | null): FieldErrors {
  const errors = errorsOf(
    message?.replace('timeoutMs', 'timeoutSeconds') ?? null,
    Object.keys(START_LABELS),
    START_LABELS,
  );
  if (!message?.endsWith('is missing or invalid')) return errors;
  return Object.fromEntries(
    Object.entries(errors).map(([name, text]) => [
      name,
      Object.hasOwn(VALID, name) ? VALID[name as keyof typeof VALID] : text,
    ]), // one of its own keys
  );
}

const wholeNumber = (most: number) => `Enter a whole number from 1 to ${count(most)}.`;
/** What a field takes. */
const VALID = {
  targetEnv: 'Enter an http:// or https:// address without credentials, query and fragment.',
  baselineEnv: 'Enter an http:// or https:// address without credentials, query and fragment.',
  caseCountLimit: 'Enter a whole number above 0.',
  maxQps: wholeNumber(MAX_LOAD.maxQps),
  concurrency: wholeNumber(MAX_LOAD.concurrency),
  timeoutSeconds: `Enter a number of seconds from ${TIMEOUT_RANGE}.`,
} as const;

/** The refusal of endpoints that the application does not have (interface 2.1). */
const UNKNOWN_ENDPOINTS = / are not registered under appId=.*: \[(.+)\]$/s;

/** What a refused plan says, beside the field that it is about. */
function refusedFields(answer: ApiResponse): FieldErrors {
  const refusal = refusalOf(answer);
  const parsed = v.safeParse(Refused, answer.body);
  const reason = parsed.success ? parsed.output.data.reasonCode : null;
  if (reason === 200)
    return { caseSourceType: 'No recording fits. Choose all recordings, a longer time or other endpoints.' };
  if (reason === 3) return { targetEnv: 'Another run of this application uses this target. Wait for it, or stop it.' };
  const unknown = refusal && UNKNOWN_ENDPOINTS.exec(refusal)?.[1];
  if (unknown) return { operations: `These endpoints are not recorded: ${unknown}.` };
  return fieldsOf(refusal);
}

interface Shown {
  /** The submitted form; null before. */
  form: FormData | null;
  only: CaseHead | null;
  errors: FieldErrors;
  /** A question above the form. */
  dialog?: Html;
}

async function page(
  request: PageRequest,
  services: Services,
  { form: submitted, only, errors, dialog }: Shown,
): Promise<Html> {
  const { appId = '' } = request.params;
  const [endpoints, { runs }, settings] = await Promise.all([
    services.recordings.endpointsOf(appId),
    runsOf(services, { appId, limit: MAX_RUNS }),
    services.applications.settings(appId),
  ]);
  const targets = [...new Set(runs.map(({ plan }) => plan.targetEnv))];
  const form =
    submitted ?? initialForm(request.query.get('targetEnv') ?? targets[0] ?? '', settings.replay.baselineEnv);
  // A new user has no run yet; afterwards the report says whether a login is missing.
  const isFirst = runs.length === 0 && only === null;
  const isUsable = Object.keys(errors).length === 0;
  return startFormPage({
    request,
    appId,
    form,
    errors,
    only,
    dialog,
    endpoints,
    targets,
    settings,
    config: services.config,
    isLive: isFirst && submitted === null,
    logins:
      isFirst && settings.login === null && settings.credentialsFrom === 'recordings'
        ? await services.detectedLogins(appId)
        : [],
    predicted: isUsable ? await prediction(form, appId, only, services) : null,
  });
}

async function prediction(form: FormData, appId: string, only: CaseHead | null, services: Services) {
  const body = planBodyOf(form, appId, only, services.now());
  const plan = await planOf({ ...body, targetEnv: body.targetEnv || NO_TARGET }, appId, services);
  return plan.ok ? predictedRun(plan.value, services.recordings) : null;
}
