import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import { counted } from '../../../platform/pages-shell/texts.ts';
import type { FoundPersonalData } from '../../domain/personal-data/found-personal-data.ts';
import type { SettingsView } from '../settings-view.ts';
import { foundRow } from './found-row.ts';
import { sealingStatus } from './sealing-status.ts';

const COLUMNS = html`<th scope="col">Field</th><th scope="col">Looks like</th><th scope="col">Endpoints</th><th scope="col" class="number">Values</th><th scope="col">State</th>`;

/** The fields of the recordings that hold personal data, each with what is done with it. */
export function foundPanel({ request, settings, now }: SettingsView, found: FoundPersonalData): Html {
  const action = `${applicationPath(request.params.appId ?? '')}/recordings/personal-data`;
  const rows = found.fields.map((one) => foundRow(request, action, one));
  return html`<section class="panel" aria-labelledby="found"><div class="panel-head"><h2 id="found">Found in recordings</h2><span class="small muted">${counted(found.looked, 'recording')} looked at, no value is stored</span></div>
${
  rows.length === 0
    ? html`<p class="empty">${emptyText(found, settings.personalData === 'off')}</p>`
    : html`<div class="scroll" tabindex="0" role="group" aria-label="Personal data by field"><table class="cards"><caption class="hidden">Personal data by field</caption><thead><tr>${COLUMNS}</tr></thead><tbody>${rows}</tbody></table></div>`
}${sealingStatus(request, found, { action, now })}</section>`;
}

function emptyText({ looked }: FoundPersonalData, isOff: boolean): string {
  if (isOff) return 'New recordings are not looked at';
  return looked === 0 ? 'No recording looked at yet' : 'No personal data found';
}
