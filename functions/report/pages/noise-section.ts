import { html } from 'hono/html';
import type { RoundSecondAnswers } from '../../noise/domain/noise-facts.ts';
import { NOISE_LABELS } from '../../noise/domain/noise-labels.ts';
import { roundAnswersText } from '../../noise/domain/second-answer-texts.ts';
import type { Suggestion } from '../../noise/domain/suggestions.ts';
import type { Html, PageRequest } from '../../platform/http/pages/page-route.ts';
import { actionForm } from '../../platform/pages-shell/form-parts.ts';
import { counted, short } from '../../platform/pages-shell/texts.ts';
import { reportPath } from './report-links.ts';

const STATUS = { SUGGESTED: 'Suggested', APPLIED: 'Ignored', REVERTED: 'Reverted' } as const;

const MAX_SHOWN = 30;

/** Fields that noise reduction suggests ignoring, each with its reason and a form to revert it (spec 3.3 rule 2). */
export function noiseSection(
  request: PageRequest,
  planId: string,
  suggestions: readonly Suggestion[],
  secondAnswers: RoundSecondAnswers | undefined,
): Html | null {
  const counts = secondAnswers ? roundAnswersText(secondAnswers).join(' ') : '';
  if (suggestions.length === 0)
    return counts === ''
      ? null
      : html`<section class="panel pad" aria-labelledby="noise"><h2 id="noise">Noise suggestions</h2><p>None. ${counts}</p></section>`;
  const mayWrite = request.may('write');
  const sentTo = secondAnswers?.ofBaseline ? 'sent to the running build again' : 'sent again';
  return html`<section class="panel" aria-labelledby="noise"><div class="panel-head"><h2 id="noise">Noise suggestions</h2></div>
<p class="pad">A suggested field counts as to review, not as needing action, until the suggestion is reverted.${counts !== '' && ` ${counts}`}</p>
<div class="scroll"><table class="cards"><caption class="hidden">Fields that look like noise</caption><thead><tr><th scope="col">Field</th><th scope="col">Why</th><th scope="col">Evidence</th><th scope="col">Status</th>${mayWrite && html`<th scope="col"><span class="hidden">Actions</span></th>`}</tr></thead>
<tbody>${suggestions.slice(0, MAX_SHOWN).map((one) => row(request, planId, one, { mayWrite, sentTo }))}</tbody></table></div>
${suggestions.length > MAX_SHOWN && html`<div class="panel-foot muted">and ${counted(suggestions.length - MAX_SHOWN, 'other suggestion')}</div>`}</section>`;
}

function row(
  request: PageRequest,
  planId: string,
  suggestion: Suggestion,
  { mayWrite, sentTo }: { mayWrite: boolean; sentTo: string },
): Html {
  const { id, operation, path, ruleKind, reason, evidence, status } = suggestion;
  const isOrder = ruleKind === 'ignore-order';
  const forms = [...new Set(evidence.reasons.flatMap((one) => one.forms))];
  const button = (action: 'apply' | 'revert', text: string) =>
    actionForm(
      request,
      `${reportPath(planId)}/noise/${id}/${action}`,
      html`${text}<span class="hidden"> ${short(path)}</span>`,
    );
  return html`<tr><th scope="row">${isOrder && 'Order of '}<code>${short(path)}</code> <span class="small muted">${short(operation)}</span></th>
<td data-label="Why">${NOISE_LABELS[reason].sentence}</td>
<td data-label="Evidence">${counted(evidence.requests, 'request')}, ${counted(evidence.sentAgain, 'request')} ${sentTo}${forms.length > 0 && html`; ${short(forms.join(', '))}`}</td>
<td data-label="Status"><span class="badge quiet">${STATUS[status]}</span></td>${
    mayWrite &&
    html`<td class="actions">${status === 'SUGGESTED' && button('apply', 'Ignore')} ${status !== 'REVERTED' && button('revert', 'Revert')}</td>`
  }</tr>`;
}
