import { html } from 'hono/html';
import { settingsPageOf } from '../../applications/pages/parts/settings-page.ts';
import type { Page } from '../../platform/http/pages/page-route.ts';
import { byteSize } from '../../platform/pages-shell/byte-size.ts';
import { count, counted } from '../../platform/pages-shell/texts.ts';
import type { RecordingServices } from '../composition.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long the service keeps what an application stores, and how much that is now. The service sets it for all applications. */
export const retentionPage: Page<
  Pick<RecordingServices, 'applications' | 'recordings' | 'targets' | 'tabCounts' | 'config'>
> = {
  method: 'GET',
  path: '/console/apps/{appId}/settings/retention',
  scope: 'read',

  async answer(request, services) {
    const { appId = '' } = request.params;
    const { caseRetentionMs, planRetentionMs, logRetentionMs } = services.config;
    const [bytes, stored] = await Promise.all([services.recordings.bytesOf(appId), services.tabCounts(appId)]);
    const line = (name: string, help: string, value: string, setting: string) =>
      html`<div class="setting"><div><strong>${name}</strong><p class="small muted">${help}</p></div><div><p>${value}</p><p class="small muted"><code>${setting}</code> of this service</p></div></div>`;
    const stat = (name: string, value: number | undefined, note?: string) =>
      html`<div><dt>${name}</dt><dd>${value === undefined ? '–' : count(value)}${note && html` <small>${note}</small>`}</dd></div>`;
    return {
      html: await settingsPageOf(request, services, {
        section: 'retention',
        body: html`<section class="panel" aria-labelledby="keep"><div class="panel-head"><h2 id="keep">Retention</h2><span class="small muted">One for all applications of this service</span></div>
${line('Recordings', 'Pinned recordings never expire', counted(caseRetentionMs / HOUR_MS, 'hour'), 'SVC_CASE_RETENTION_HOURS')}
${line('Runs', 'With their results', counted(planRetentionMs / DAY_MS, 'day'), 'SVC_PLAN_RETENTION_DAYS')}
${line('Logs', 'Never longer than runs', counted(logRetentionMs / HOUR_MS, 'hour'), 'SVC_LOG_RETENTION_HOURS')}</section>
<section class="panel" aria-labelledby="used"><div class="panel-head"><h2 id="used">Stored now</h2></div><dl class="stats">${stat('Recordings', stored.recordings, `${byteSize(bytes.rolling + bytes.pinned)}, ${byteSize(bytes.pinned)} pinned`)}${stat('Runs', stored.runs)}${stat('Rules', stored.rules)}${stat('Expected', stored.expected)}</dl></section>`,
      }),
    };
  },
};
