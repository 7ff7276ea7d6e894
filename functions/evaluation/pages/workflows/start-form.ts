import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { csrfField, field } from '../../../platform/pages-shell/form-parts.ts';
import { textOf } from '../../../platform/pages-shell/form-values.ts';
import type { FieldErrors } from '../../../platform/pages-shell/refusal.ts';
import { workflowPath } from '../evaluation-links.ts';

/** Labels of the fields that a refused run may name. */
export const START_LABELS = { labels: 'Labels', baseline_run_id: 'Compare with the run' } as const;

interface StartFormOptions {
  errors: FieldErrors;
  /** Labels of the last run of the version, or of its build: lines of `name=value`. */
  labels: string;
  /** Makes a form that is sent twice create one run. */
  key: string;
}

/** Starts a run of a version with labels and a baseline of its own. */
export const startForm = (request: PageRequest, { errors, labels, key }: StartFormOptions): Html => {
  const { form, params } = request;
  return html`<details${Object.keys(errors).length > 0 && html` open`}><summary>Run with other labels or another baseline</summary><form class="panel pad" method="post" action="${workflowPath(params.digest ?? '')}/runs">${csrfField(request)}<input type="hidden" name="key" value="${key}">
<div class="columns">${field({ name: 'labels', label: START_LABELS.labels, rows: 4, value: form.has('labels') ? textOf(form, 'labels') : labels, hint: 'One per line, such as branch=main', error: errors.labels ?? null })}
${field({ name: 'baseline_run_id', label: START_LABELS.baseline_run_id, value: textOf(form, 'baseline_run_id'), hint: 'Required for rules with the baseline “run”. Rules with “last_passing” find their own.', placeholder: 'wrun_…', error: errors.baseline_run_id ?? null })}</div>
<button>Start run</button></form></details>`;
};
