import { html } from 'hono/html';
import type { RetentionState } from '../../../applications/domain/retention/retention-state.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { relativeTime } from '../../../platform/pages-shell/relative-time.ts';
import { count, counted } from '../../../platform/pages-shell/texts.ts';

/** How far the deletion is: what was deleted, and how many recordings are left to delete. */
export function deletionStatus(
  state: RetentionState | undefined,
  { left, now }: { left: number; now: number },
): Html | false {
  if (state === undefined) return false;
  const { pass, last, change } = state;
  if (pass === null && change !== null)
    return html`<div class="panel-foot" role="status"><p class="small">The deletion of what is too old begins within a minute.</p></div>`;
  if (pass !== null) {
    const { cases, plans } = pass.deleted;
    return html`<div class="panel-foot" role="status"><p class="small"><strong>Deleting what is too old</strong> <span class="muted">${counted(cases, 'recording')} and ${counted(plans, 'run')} deleted, ${count(left)} recordings left. You may leave this page.</span></p><progress max="${Math.max(1, cases + left)}" value="${cases}" aria-label="Deleting recordings">${counted(cases, 'recording')}</progress></div>`;
  }
  if (last === null) return false;
  const { cases, plans } = last.deleted;
  const what =
    cases + plans === 0 ? 'Nothing was too old' : `Deleted ${counted(cases, 'recording')} and ${counted(plans, 'run')}`;
  return html`<div class="panel-foot"><p class="small muted">${what} when it was last checked, ${relativeTime(last.endedAt, now)}. The next check follows at the full hour.</p></div>`;
}
