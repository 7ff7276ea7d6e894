import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { field } from '../../../platform/pages-shell/form-parts.ts';
import { textOf } from '../../../platform/pages-shell/form-values.ts';
import type { FieldErrors } from '../../../platform/pages-shell/refusal.ts';
import { count } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { RULE_SET_NAMES, RULE_SETS, type RuleSet } from '../../domain/choices/rule-set.ts';
import { CHOICE_LABELS } from './choice-labels.ts';

interface RuleChoicesOptions {
  form: FormData;
  errors: FieldErrors;
  /** Whether the application is compared with a running build by its settings. */
  hasRunningBuild: boolean;
  /** Requests of the last finished run. Null before the first. */
  requests: number | null;
}

/** The rules that decide, with the limits of those that have some. */
export function ruleChoices({ form, errors, hasRunningBuild, requests }: RuleChoicesOptions): Html {
  const notes: Readonly<Record<RuleSet, string>> = {
    clean: 'No finding at all',
    release: 'Nothing needs action, a pass rate, and no worse than the last build that passed',
    fast: `As Release, and p95 at most 1.2× of ${hasRunningBuild ? 'the running build' : 'the recordings'}`,
    own: 'A gate policy in JSON',
  };
  const chosen = textOf(form, 'rules');
  return html`<fieldset><legend>${CHOICE_LABELS.rules}</legend>${errors.rules && html`<p class="error" role="alert">${errors.rules}</p>`}<div class="choices stacked">${RULE_SETS.map(
    (one) =>
      html`<label><input type="radio" name="rules" value="${one}"${one === chosen && html` checked`}><span>${RULE_SET_NAMES[one]}<small>${notes[one]}</small></span></label>`,
  )}</div></fieldset>
<div class="field-row for-rate">${percentage('rate', form, errors, differText(Number(textOf(form, 'rate')), requests))}
${percentage('worse', form, errors, 'In points, than the last build that passed')}</div>
<div class="for-own">${field({ name: 'policy', label: CHOICE_LABELS.policy, isOptional: false, rows: 10, value: textOf(form, 'policy'), hint: html`JSON, <code>eval.gate-policy/v1</code>`, error: errors.policy ?? null })}</div>`;
}

const percentage = (name: 'rate' | 'worse', form: FormData, errors: FieldErrors, hint: string): Html =>
  field({
    name,
    label: CHOICE_LABELS[name],
    isOptional: false,
    inputmode: 'decimal',
    value: textOf(form, name),
    hint: html`${visible(hint)}`,
    error: errors[name] ?? null,
  });

/** How many requests of the last run could differ. */
function differText(percent: number, requests: number | null): string {
  if (requests === null || !(percent >= 0 && percent <= 100)) return 'In %';
  const may = Math.floor((requests * (100 - percent)) / 100 + 1e-9);
  return `In %: ${count(may)} of ${count(requests)} requests may differ`;
}
