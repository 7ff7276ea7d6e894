import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { evaluationRunPath } from '../../../platform/pages-shell/evaluation-paths.ts';
import { csrfField, field, notice } from '../../../platform/pages-shell/form-parts.ts';
import { textOf } from '../../../platform/pages-shell/form-values.ts';
import type { FieldErrors } from '../../../platform/pages-shell/refusal.ts';
import type { KnownDigest } from './gate-policies.ts';

/** The policy field of the form and its label. */
export const POLICY_LABELS = { version: 'Gate policy' } as const;

/** Form that evaluates an ended run by another policy (evaluation 3.9). */
export const decideAgainForm = (
  request: PageRequest,
  runId: string,
  known: readonly KnownDigest[],
  errors: FieldErrors,
): Html => {
  const failed = Object.keys(errors).length > 0;
  return html`<details${failed && html` open`}><summary>Decide with another policy</summary>${notice(errors.form, 'bad')}
<form class="panel pad" method="post" action="${evaluationRunPath(runId)}/gate">${csrfField(request)}${field({
    name: 'version',
    label: POLICY_LABELS.version,
    required: true,
    value: textOf(request.form, 'version'),
    hint: 'The digest of a gate policy. The decision and facts of the run do not change.',
    placeholder: 'sha256:…',
    list: known,
    error: errors.version ?? null,
  })}<button class="primary">Decide</button></form></details>`;
};
