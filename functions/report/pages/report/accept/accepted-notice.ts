import { html } from 'hono/html';
import type { Acceptance } from '../../../../findings/store/acceptances.ts';
import type { Html, PageRequest } from '../../../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../../../platform/pages-shell/application-layout.ts';
import { actionForm } from '../../../../platform/pages-shell/form-parts.ts';
import { relativeTime } from '../../../../platform/pages-shell/relative-time.ts';
import { counted } from '../../../../platform/pages-shell/texts.ts';
import { visible } from '../../../../platform/pages-shell/visible-text.ts';
import { isoText } from '../../../../platform/time/iso-text.ts';
import type { ReplayPlan } from '../../../../replay/domain/plan.ts';
import { reportPath } from '../../report-links.ts';

/** That answers of the run became recordings last, with its undo; null if none did, or it was undone. */
export function acceptedNotice(
  request: PageRequest,
  { planId, appId }: Pick<ReplayPlan, 'planId' | 'appId'>,
  [last]: readonly Acceptance[],
  now: number,
): Html | null {
  if (last === undefined || last.undone || last.accepted === 0) return null;
  const { accepted, version, by, at } = last;
  const what =
    accepted === null
      ? 'Answers of this run were being accepted as recordings'
      : `${counted(accepted, 'recording')} ${accepted === 1 ? 'has' : 'have'} a version ${version ?? ''}`.trim();
  return html`<div class="notice good row" role="status"><span><strong>${what}</strong>${accepted !== null && ', with the answers of this run'}. By ${visible(by)}, ${relativeTime(at, now)}</span> <a class="button tiny" href="${applicationPath(appId)}/recordings?accepted=1">Show them</a> ${request.may('write') && actionForm(request, `${reportPath(planId)}/accept/undo`, 'Undo', { fields: { at: isoText(at) } })}</div>`;
}
