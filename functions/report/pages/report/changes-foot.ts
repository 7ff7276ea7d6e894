import { html } from 'hono/html';
import type { FindingTotals } from '../../../findings/domain/findings.ts';
import type { ChangesSince, RunChanges } from '../../../findings/service/run-changes.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { badge } from '../../../platform/pages-shell/badge.ts';
import { count } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { runTitle } from '../../../replay/domain/run-title.ts';
import { reportPath, withQuery } from '../report-links.ts';

/**
 * What is new, gone and the same since the previous run, and since the last clean one; `expected`: what the run has
 * beside.
 */
export function changesFoot(
  planId: string,
  { previous, clean, isPreviousClean }: RunChanges,
  { changes: { length: expected } }: Pick<FindingTotals['expected'], 'changes'>,
): Html {
  if (previous === null && clean === null)
    return html`<span class="muted">The first run of this application: nothing to compare with</span>`;
  const before = isPreviousClean ? 'the last clean run' : 'the previous run';
  return html`${previous && since(planId, before, previous, false)}${previous && expected > 0 && html` <a class="badge" href="${reportPath(planId)}#findings">${count(expected)} expected</a>`}${clean && since(planId, 'the last clean run', clean, true)}`;
}

function since(planId: string, name: string, { plan, new: added, gone, same }: ChangesSince, isClean: boolean): Html {
  const href = `${withQuery(reportPath(planId), { new: isClean ? 'clean' : 1 })}#findings`;
  return html`<span class="prose${isClean && ' push'}">Since ${name}, <a href="${reportPath(plan.planId)}">${visible(runTitle(plan))}</a>:</span>
${added.length > 0 ? html`<a class="badge${!isClean && ' new'}" href="${href}">${count(added.length)} new</a>` : badge('0 new')}
${gone.length > 0 && !isClean ? html`<a class="badge" href="#gone">${count(gone.length)} gone</a>` : badge(`${count(gone.length)} gone`)}
${badge(`${count(same.length)} same`)}`;
}
