import { html } from 'hono/html';
import * as v from 'valibot';
import { KIND_LABELS } from '../../../../compare/domain/kind-labels.ts';
import type { FindingsEntry } from '../../../../findings/domain/findings.ts';
import type { Html, PageRequest } from '../../../../platform/http/pages/page-route.ts';
import { dialog } from '../../../../platform/pages-shell/dialog/dialog.ts';
import { field, notice } from '../../../../platform/pages-shell/form-parts.ts';
import { refusalOf } from '../../../../platform/pages-shell/refusal.ts';
import { counted, cutText } from '../../../../platform/pages-shell/texts.ts';
import { visibleText } from '../../../../platform/pages-shell/visible-text.ts';
import { casesPath, reportPath } from '../../report-links.ts';
import { fieldText } from '../field-path.ts';
import type { ReportedRun } from '../report-layout.ts';
import { type BelowServices, findingsBelow } from '../settled/findings-below.ts';
import { type AcceptPreview, AcceptPreviewAnswer } from './accept-answers.ts';
import { type AcceptChoice, acceptBody } from './accept-choice.ts';
import { acceptPreview } from './accept-preview.ts';

/** What the page shows: the run, the choice, and the finding that it names. */
export interface AcceptContext {
  run: ReportedRun;
  choice: AcceptChoice;
  finding: FindingsEntry | null;
}

/** What the choice would change; null where it names nothing, or is refused. */
async function previewOf(
  request: PageRequest,
  { run, choice, finding }: AcceptContext,
): Promise<{ preview: AcceptPreview | null; refused: string | null }> {
  const { planId } = run.plan;
  const body = acceptBody(planId, choice, finding);
  if (body === null) return { preview: null, refused: null };
  const answer = await request.ask('POST', '/api/replays/{planId}/accept/preview', { params: { planId }, body });
  const parsed = v.safeParse(AcceptPreviewAnswer, answer.body);
  return parsed.success ? { preview: parsed.output, refused: null } : { preview: null, refused: refusalOf(answer) };
}

/** The form that accepts results of a run as the new recordings, with its preview, above the report. */
export async function acceptView(
  request: PageRequest,
  services: BelowServices,
  context: AcceptContext,
  error: string | null = null,
): Promise<Html> {
  const { run, choice, finding } = context;
  const { planId } = run.plan;
  const { preview, refused } = error === null ? await previewOf(request, context) : { preview: null, refused: null };
  const accepts = preview?.accepts ?? 0;
  const title = 'Accept as the new recording';
  const asked = dialog({
    request,
    title,
    about: html`<p class="small muted">The answers of this run replace the recorded ones. Later runs compare with them. Finished runs stay as they are.</p>`,
    action: `${reportPath(planId)}/accept`,
    body: html`<div class="pad stack">${notice(error, 'bad')}${choices(planId, choice, finding, preview)}${field({ name: 'note', label: 'Note', value: choice.note, maxlength: 2000 })}${refused !== null && notice(refused, 'bad')}</div>
${preview !== null && acceptPreview(preview, choice)}${hidden(choice)}`,
    submit: accepts > 0 && html`<button class="primary">Accept for ${counted(accepts, 'recording')}</button>`,
    cancel: { href: `${reportPath(planId)}#accept` },
    foot: html`<button name="do" value="preview">Preview again</button>${accepts > 0 && html`<span class="small muted">${keptText(preview)}. Undo brings it back, here or on the recording</span>`}`,
  });
  return findingsBelow(request, services, run, { title, dialog: asked });
}

/** `23 requests of 5 endpoints`, those that are left out among them. */
function scopeText({ accepts, leftOut, changes }: AcceptPreview): string {
  const endpoints = new Set(changes.map(({ operation, method }) => `${method} ${operation}`)).size;
  return `${counted(accepts + leftOut.length, 'request')} of ${counted(endpoints, 'endpoint')}`;
}

const keptText = (preview: AcceptPreview | null): string =>
  preview?.version == null ? 'The version before is kept' : `Version ${preview.version - 1} is kept`;

const hidden = ({ finding, items, after }: AcceptChoice): Html =>
  html`${finding !== '' && html`<input type="hidden" name="finding" value="${finding}">`}${items.map((item) => html`<input type="hidden" name="item" value="${item}">`)}${after !== '' && html`<input type="hidden" name="after" value="${after}">`}`;

function choices(
  planId: string,
  { what, items }: AcceptChoice,
  finding: FindingsEntry | null,
  preview: AcceptPreview | null,
): Html {
  const ofFinding = finding
    ? `${visibleText(
        cutText(`${KIND_LABELS[finding.kind].en} ${fieldText(finding.kind, finding.subjects[0] ?? '')}`, 80),
      )}, ${counted(finding.affectedRequests, 'request')}`
    : 'Open the details of a finding and accept it there';
  const one = (value: AcceptChoice['what'], title: string, text: string, isEnabled = true) =>
    html`<label><input type="radio" name="what" value="${value}"${what === value && html` checked`}${!isEnabled && html` disabled`}><span>${title}<small>${text}</small></span></label>`;
  return html`<fieldset><legend>Requests</legend><div class="choices two">${one('expected', 'All that is expected', what === 'expected' && preview !== null ? scopeText(preview) : 'Requests with a finding that is not expected are never part of it')}${one('finding', 'One finding', ofFinding, finding !== null)}${one('picked', 'Chosen requests', items.length > 0 ? `${counted(items.length, 'request')}, each with all that changed` : 'From the list of requests', items.length > 0)}</div></fieldset>${items.length === 0 && what === 'picked' && html`<p class="small"><a href="${casesPath(planId)}">Choose requests</a></p>`}`;
}
