import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { checkbox, field } from '../../../platform/pages-shell/form-parts.ts';
import { textOf } from '../../../platform/pages-shell/form-values.ts';
import type { FieldErrors } from '../../../platform/pages-shell/refusal.ts';
import { CHOICE_LABELS } from './choice-labels.ts';

const FOLDED = ['labels', 'hours', 'timeout'] as const;

/** What most versions leave as it is: labels of the run, which recordings, mocks, and how long. */
export const moreChoices = (form: FormData, errors: FieldErrors): Html =>
  html`<details class="small"${FOLDED.some((name) => errors[name]) && html` open`}><summary>Labels, recordings, mocks and limits</summary>
${field({ name: 'labels', label: CHOICE_LABELS.labels, rows: 2, value: textOf(form, 'labels'), hint: 'One per line, such as team=checkout. Branch and commit come from the build', error: errors.labels ?? null })}
<div class="field-row">${number('hours', form, errors)}${number('timeout', form, errors)}</div>
${checkbox('mocks', 'Answer downstream calls from the recordings', form.has('mocks'))}</details>`;

const number = (name: 'hours' | 'timeout', form: FormData, errors: FieldErrors): Html =>
  field({
    name,
    label: CHOICE_LABELS[name],
    isOptional: false,
    inputmode: 'numeric',
    value: textOf(form, name),
    error: errors[name] ?? null,
  });
