import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { evaluationRunPath } from '../../../platform/pages-shell/evaluation-paths.ts';
import { choice, csrfField, notice } from '../../../platform/pages-shell/form-parts.ts';
import { textOf } from '../../../platform/pages-shell/form-values.ts';
import type { FieldErrors } from '../../../platform/pages-shell/refusal.ts';
import { shortDigestText } from '../evaluation-links.ts';
import type { KnownDigest } from './gate-policies.ts';

/** The policy field of the form and its label. */
export const POLICY_LABELS = { version: 'Other rules' } as const;

/** Form that evaluates an ended run by the rules of another workflow version (evaluation 3.9). */
export const decideAgainForm = (
  request: PageRequest,
  runId: string,
  known: readonly KnownDigest[],
  errors: FieldErrors,
): Html =>
  html`<details class="panel-foot"${Object.keys(errors).length > 0 && html` open`}><summary>Decide again with other rules…</summary>${notice(errors.form, 'bad')}
<p class="small muted">Uses the same evidence and sends nothing. The first decision stays.</p>
<form method="post" action="${evaluationRunPath(runId)}/gate">${csrfField(request)}${choice({
    name: 'version',
    label: POLICY_LABELS.version,
    value: textOf(request.form, 'version'),
    options: known.map(({ value, text }) => [value, `${text}, ${shortDigestText(value)}`] as const),
    hint: 'Of the newest workflow versions',
    error: errors.version ?? null,
  })}<button class="primary">Decide</button></form></details>`;
