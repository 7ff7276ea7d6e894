import { html } from 'hono/html';
import type { NoiseReason } from '../../noise/domain/noise-facts.ts';
import type { Suggestion } from '../../noise/domain/suggestions.ts';
import type { Html, PageRequest } from '../../platform/http/pages/page-route.ts';
import { actionForm } from '../../platform/pages-shell/form-parts.ts';
import { counted, short } from '../../platform/pages-shell/words.ts';
import { reportPath } from './report-links.ts';

/** Why a field is suggested as noise (interface 3.1). */
const REASONS: Readonly<Record<NoiseReason, string>> = {
  DIFFERS_BETWEEN_REPLAYS: 'differs between two replays of one request',
  CURRENT_TIME: 'is the time of the answer',
  RANDOM_ID: 'is a random id',
  TOKEN_CLAIMS: 'is a claim of a token that is new each time',
  LANGUAGE_MODEL: 'the language model takes it for noise by its name and form',
};

const STATUS = { SUGGESTED: 'suggested', APPLIED: 'ignored from now on', REVERTED: 'taken back' } as const;

const MAX_SHOWN = 30;

/** Fields that noise reduction suggests ignoring, each with its reason and a form to revert it (spec 3.3 rule 2). */
export function noiseSection(request: PageRequest, planId: string, suggestions: readonly Suggestion[]): Html | null {
  if (suggestions.length === 0) return null;
  const mayWrite = request.may('write');
  return html`<section aria-labelledby="noise"><h2 id="noise">Noise suggestions</h2>
<p>Suggested fields count as differences to review, not as needing action, until somebody takes the suggestion back.</p>
<div class="scroll"><table class="cards"><thead><tr><th scope="col">Field</th><th scope="col">Why</th><th scope="col">Evidence</th><th scope="col">Status</th>${mayWrite && html`<th scope="col"><span class="hidden">Actions</span></th>`}</tr></thead>
<tbody>${suggestions.slice(0, MAX_SHOWN).map((one) => row(request, planId, one, mayWrite))}</tbody></table></div>
${suggestions.length > MAX_SHOWN && html`<p class="muted">and ${counted(suggestions.length - MAX_SHOWN, 'other suggestion')}</p>`}</section>`;
}

function row(request: PageRequest, planId: string, suggestion: Suggestion, mayWrite: boolean): Html {
  const { id, operation, path, reason, evidence, status } = suggestion;
  const forms = [...new Set(evidence.reasons.flatMap((one) => one.forms))];
  const button = (action: 'apply' | 'revert', text: string) =>
    actionForm(
      request,
      `${reportPath(planId)}/noise/${id}/${action}`,
      html`${text}<span class="hidden"> ${short(path)}</span>`,
    );
  return html`<tr><th scope="row"><code>${short(path)}</code> <span class="small muted">${short(operation)}</span></th>
<td data-label="Why">${REASONS[reason]}</td>
<td data-label="Evidence">${counted(evidence.requests, 'request')}, ${counted(evidence.sentAgain, 'request')} sent again${forms.length > 0 && html`; ${short(forms.join(', '))}`}</td>
<td data-label="Status"><span class="badge quiet">${STATUS[status]}</span></td>${
    mayWrite &&
    html`<td class="actions">${status === 'SUGGESTED' && button('apply', 'Ignore for good')} ${status !== 'REVERTED' && button('revert', 'Revert')}</td>`
  }</tr>`;
}
