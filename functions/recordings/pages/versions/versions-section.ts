import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { badge } from '../../../platform/pages-shell/badge.ts';
import { actionForm } from '../../../platform/pages-shell/form-parts.ts';
import { relativeTime } from '../../../platform/pages-shell/relative-time.ts';
import { short } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { StoredVersion } from '../../store/versions/version-rows.ts';
import { statusCode } from '../recordings-table.ts';

interface ListedVersion {
  version: StoredVersion;
  isCurrent: boolean;
}

/** The versions of a recording, each with its origin and a button that restores it; nothing if there is only one. */
export function versionsSection(
  request: PageRequest,
  caseId: string,
  versions: readonly ListedVersion[],
  now: number,
): Html | null {
  if (versions.length < 2) return null;
  return html`<section aria-labelledby="versions"><h2 id="versions">Versions <span class="count">${versions.length}</span></h2><div class="panel"><table class="cards"><caption class="hidden">Versions of this recording</caption>
<thead><tr><th scope="col">Version</th><th scope="col">From</th><th scope="col">Status</th><th scope="col"><span class="hidden">Actions</span></th></tr></thead><tbody>${versions.toReversed().map((one) => row(request, caseId, one, now))}</tbody></table></div></section>`;
}

function row(
  request: PageRequest,
  caseId: string,
  { version: { version, status, accepted }, isCurrent }: ListedVersion,
  now: number,
): Html {
  const from = accepted
    ? html`<a href="/report/${accepted.from.planId}">A run</a>, accepted by ${visible(accepted.by)}, ${relativeTime(accepted.at, now)}${accepted.note !== undefined && html`<br><span class="small muted">${short(accepted.note, 200)}</span>`}`
    : html`The recording`;
  const restore = () =>
    actionForm(
      request,
      `/console/cases/${encodeURIComponent(caseId)}/versions/${version}/restore`,
      html`Restore<span class="hidden"> version ${version}</span>`,
    );
  return html`<tr><th scope="row">${version} ${isCurrent && badge('Current', 'good')}</th><td class="wide" data-label="From">${from}</td><td data-label="Status">${statusCode(status)}</td><td class="actions">${!isCurrent && request.may('write') && restore()}</td></tr>
`;
}
