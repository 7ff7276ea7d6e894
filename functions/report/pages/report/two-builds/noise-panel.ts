import { html } from 'hono/html';
import type { Suggestion } from '../../../../noise/domain/suggestions.ts';
import type { Html } from '../../../../platform/http/pages/page-route.ts';
import { counted, short } from '../../../../platform/pages-shell/texts.ts';
import { withQuery } from '../../report-links.ts';

/** Maximum fields that are named. */
const MAX_FIELDS = 10;

/** The suggestions whose evidence is two requests to the running build. */
const differingOnBaseline = (suggestions: readonly Suggestion[]): Suggestion[] =>
  suggestions.filter(
    ({ status, evidence }) =>
      status !== 'REVERTED' && evidence.reasons.some(({ reason }) => reason === 'DIFFERS_ON_BASELINE'),
  );

/** The fields that differ between two requests to the running build; null if none does. `path`: of the report. */
export function noisePanel(suggestions: readonly Suggestion[], path: string): Html | null {
  const fields = [...new Set(differingOnBaseline(suggestions).map(({ path: field }) => field))];
  if (fields.length === 0) return null;
  const more = fields.length - MAX_FIELDS;
  const names = fields
    .slice(0, MAX_FIELDS)
    .map((field, index) => html`${index > 0 && ', '}<code>${short(field)}</code>`);
  return html`<section class="panel pad" aria-labelledby="noise"><h2 id="noise">Noise</h2><ul class="small"><li class="prose"><a href="${withQuery(path, { tab: 'details' })}#noise">${counted(fields.length, 'field')}</a> ${fields.length === 1 ? 'differs' : 'differ'} between two requests to the running build: ${names}${more > 0 && ` and ${counted(more, 'other')}`}</li></ul></section>`;
}
