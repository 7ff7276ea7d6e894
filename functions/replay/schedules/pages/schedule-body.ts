import { linesOf, numberOf, pairsOf, textOf } from '../../../platform/pages-shell/form-values.ts';
import type { Schedule } from '../domain/schedule.ts';

/** Labels of the fields that a refusal may name. */
export const SCHEDULE_LABELS = {
  id: 'Name',
  targetEnv: 'Target',
  baselineEnv: 'Running build',
  cron: 'Cron expression',
  timeZone: 'Time zone',
  caseSourceHours: 'Hours',
  caseCountLimit: 'Max recordings per endpoint',
  pace: 'Pace of the recording',
  passThreshold: 'Pass threshold',
  operations: 'Endpoints',
  caseTags: 'Tags',
} as const;

/** Common times, each with its cron expression. */
export const PRESETS: readonly (readonly [cron: string, text: string])[] = [
  ['0 3 * * *', 'Every night at 03:00'],
  ['0 3 * * 1-5', 'Monday to Friday at 03:00'],
  ['0 3 * * 1', 'Every Monday at 03:00'],
  ['0 */6 * * *', 'Every 6 hours'],
  ['0 * * * *', 'Every hour'],
];

/** The choice of a time that has no preset. */
export const CUSTOM = 'custom';

/** Fields of the folded part, with their values in a new form. */
export const ADVANCED: Readonly<Record<string, string>> = {
  caseSource: 'rolling',
  caseSourceHours: '24',
  caseCountLimit: '',
  caseSelection: 'newest',
  order: '',
  pace: '',
  baselineEnv: '',
  passThreshold: '',
  operations: '',
  caseTags: '',
  enableMock: 'on',
  notify: '',
  enabled: 'on',
};

/** The form as it opens: for a new schedule, or with the values of a stored one. The threshold is never shown. */
export function initialSchedule(schedule: Schedule | undefined, targetEnv: string): FormData {
  const form = new FormData();
  const set = (values: Readonly<Record<string, string | number | false>>) => {
    for (const [name, value] of Object.entries(values)) if (value !== false) form.set(name, String(value));
  };
  const [night] = PRESETS;
  if (schedule === undefined) {
    set({ ...ADVANCED, targetEnv, when: night?.[0] ?? CUSTOM, timeZone: 'UTC' });
    return form;
  }
  const { cron, timeZone, enabled, notify, trigger } = schedule;
  const isPreset = PRESETS.some(([one]) => one === cron);
  set({
    targetEnv: trigger.targetEnv,
    when: isPreset ? cron : CUSTOM,
    cron,
    timeZone,
    caseSource: trigger.caseSource,
    caseSourceHours: trigger.caseSourceHours,
    caseCountLimit: trigger.caseCountLimit ?? '',
    caseSelection: trigger.caseSelection ?? 'newest',
    order: trigger.order ?? '',
    pace: trigger.pace ?? '',
    baselineEnv: trigger.baselineEnv ?? '',
    operations: trigger.operations?.join('\n') ?? '',
    caseTags: Object.entries(trigger.caseTags)
      .map(([name, value]) => `${name}=${value}`)
      .join('\n'),
    enableMock: trigger.enableMock && 'on',
    notify: notify && 'on',
    enabled: enabled && 'on',
  });
  return form;
}

/** The expression of the chosen preset; for another time, the typed one. */
export const chosenCron = (form: FormData): string =>
  PRESETS.find(([cron]) => cron === textOf(form, 'when'))?.[0] ?? textOf(form, 'cron');

/** The form in the format of interface 10; attributes, which it does not show, keep their values. */
export function scheduleBodyOf(form: FormData): Record<string, unknown> {
  const operations = linesOf(form, 'operations');
  return {
    cron: chosenCron(form),
    timeZone: textOf(form, 'timeZone') || null,
    enabled: form.has('enabled'),
    notify: textOf(form, 'notify') === 'on',
    targetEnv: textOf(form, 'targetEnv'),
    caseSource: textOf(form, 'caseSource') || null,
    caseSourceHours: numberOf(form, 'caseSourceHours') ?? null,
    caseCountLimit: numberOf(form, 'caseCountLimit') ?? null,
    caseSelection: textOf(form, 'caseSelection') || null,
    order: textOf(form, 'order') || null,
    pace: numberOf(form, 'pace') ?? null,
    baselineEnv: textOf(form, 'baselineEnv') || null,
    operations: operations.length > 0 ? operations : null,
    caseTags: pairsOf(linesOf(form, 'caseTags'), '='),
    enableMock: form.has('enableMock'),
    // Undefined keeps the stored one.
    passThreshold: form.has('removePassThreshold') ? null : numberOf(form, 'passThreshold'),
  };
}
