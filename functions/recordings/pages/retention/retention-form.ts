import { html } from 'hono/html';
import { reasonField } from '../../../applications/pages/parts/reason-field.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import { csrfField } from '../../../platform/pages-shell/form-parts.ts';
import { counted } from '../../../platform/pages-shell/texts.ts';
import { retentionLine } from './retention-line.ts';
import { deletedText, retentionPreview } from './retention-preview.ts';
import { RESET_FORM, type RetentionView } from './retention-view.ts';

/** The settings of the retention; a button that deletes says how much. Readers see them without the form. */
export function retentionForm(view: RetentionView, { logHours, counts }: RetentionFormOptions): Html {
  const { request, preview } = view;
  const action = `${applicationPath(request.params.appId ?? '')}/settings/retention`;
  const head = html`<div class="panel-head"><h2 id="section">Retention</h2></div>
${retentionLine(view, { name: 'caseHours', label: 'Recordings', unit: 'hour', help: (max) => `At most ${max}, a limit of this service. Pinned recordings never expire` })}
${retentionLine(view, { name: 'planDays', label: 'Runs', unit: 'day', help: (max) => `With their results. At most ${max}` })}
<div class="setting"><div><strong>Logs</strong><p class="small muted">One for all applications: a line names a trace, and no application</p></div><div><p>${counted(logHours, 'hour')}</p><p class="small muted"><code>SVC_LOG_RETENTION_HOURS</code> of this service</p></div></div>`;
  if (!request.may('write')) return html`<section class="panel" aria-labelledby="section">${head}</section>`;
  const deleted = preview && deletedText(preview);
  return html`<form class="panel" method="post" action="${action}" aria-labelledby="section">${head}
${retentionPreview(view, counts)}
<div class="panel-foot row"><button class="primary">${deleted ? `Save and delete ${deleted}` : 'Save'}</button><button name="do" value="preview">Preview</button><a class="button" href="${action}">Discard</a>${reasonField(view)}${csrfField(request)}</div></form>
<form id="${RESET_FORM}" method="post" action="${action}">${csrfField(request)}</form>`;
}

interface RetentionFormOptions {
  logHours: number;
  /** What is stored now. */
  counts: { recordings: number | undefined; runs: number | undefined };
}
