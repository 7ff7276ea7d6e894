import { timeoutOfForm } from '../../applications/pages/parts/timeout-seconds.ts';
import { linesOf, numberOf, pairsOf, textOf, textsOf } from '../../platform/pages-shell/form-values.ts';
import type { CaseHead } from '../../recordings/domain/recorded-case.ts';
import { NO_BASELINE } from '../../replay/domain/target-env.ts';
import { selectionOf } from './one-case.ts';

const HOUR = 3_600_000;

/** Labels of the fields that a refusal may name. */
export const START_LABELS = {
  targetEnv: 'Target',
  baselineEnv: 'Running build',
  planName: 'Name',
  hours: 'Hours',
  caseCountLimit: 'Max recordings per endpoint',
  caseTags: 'Tags',
  maxQps: 'Max requests per second',
  concurrency: 'Concurrency',
  timeoutSeconds: 'Timeout',
} as const;

/** The error of a number of hours that cannot be used; null for a usable one. */
export function hoursError(form: FormData): string | null {
  const hours = numberOf(form, 'hours');
  return typeof hours === 'string' || (hours !== undefined && !(hours > 0 && hours < Number.POSITIVE_INFINITY))
    ? 'Hours must be a number above 0.'
    : null;
}

/** The running build that the form compares with; empty where it compares with the recordings. */
export const baselineOf = (form: FormData): string =>
  textOf(form, 'compare') === 'recordings' ? '' : textOf(form, 'baselineEnv');

/** The error of a comparison with a running build that is not named; null without one. */
export const baselineError = (form: FormData): string | null =>
  textOf(form, 'compare') === 'running' && baselineOf(form) === '' ? 'Running build is missing.' : null;

/** The endpoints of the form: checked ones, or lines. */
export const chosenOperations = (form: FormData): string[] =>
  textsOf(form, 'operations')
    .flatMap((text) => text.split(/\r?\n/))
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The form as the body of a plan (interface 4.6). `only`: the one recording that it replays. `now`: epoch ms. */
export function planBodyOf(form: FormData, appId: string, only: CaseHead | null, now: number): Record<string, unknown> {
  const source = textOf(form, 'caseSourceType');
  const hours = numberOf(form, 'hours');
  return {
    appId,
    targetEnv: textOf(form, 'targetEnv'),
    baselineEnv: baselineOf(form) || NO_BASELINE,
    planName: textOf(form, 'planName') || null,
    caseSourceType: source === 'pinned' ? 'pinned' : 'rolling',
    caseSourceFrom:
      source === 'all' ? 0 : typeof hours === 'number' ? Math.max(0, Math.floor(now - hours * HOUR)) : null,
    caseCountLimit: numberOf(form, 'caseCountLimit') ?? null,
    caseSelection: textOf(form, 'caseSelection') || null,
    caseTags: pairsOf(linesOf(form, 'caseTags'), '='),
    enableMock: form.has('enableMock'),
    operationCaseInfoList: chosenOperations(form).map((operationId) => ({ operationId })),
    ...(only && selectionOf(only)),
    load: {
      maxQps: numberOf(form, 'maxQps') ?? null,
      concurrency: numberOf(form, 'concurrency') ?? null,
      timeoutMs: timeoutOfForm(form) ?? null,
    },
  };
}

/** The form as it opens: recordings of the last 24 hours, calls answered from recordings. */
export function initialForm(targetEnv: string, baselineEnv: string | null): FormData {
  const form = new FormData();
  form.set('targetEnv', targetEnv);
  form.set('baselineEnv', baselineEnv ?? '');
  form.set('caseSourceType', 'rolling');
  form.set('hours', '24');
  form.set('enableMock', 'on');
  return form;
}
