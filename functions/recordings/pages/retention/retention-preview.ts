import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import { textOf } from '../../../platform/pages-shell/form-values.ts';
import { count, counted } from '../../../platform/pages-shell/texts.ts';
import type { RetentionEffect } from '../../service/retention/retention-effect.ts';
import type { RetentionView } from './retention-view.ts';

/** The values of a form, which a confirmation repeats: another form is previewed first. */
export const previewedOf = (form: FormData): string => `${textOf(form, 'caseHours')} ${textOf(form, 'planDays')}`;

/** What is deleted, as a button says it; empty if that is nothing. */
export const deletedText = ({ recordings, runs }: RetentionEffect): string =>
  [recordings > 0 && counted(recordings, 'recording'), runs > 0 && counted(runs, 'run')].filter(Boolean).join(' and ');

/** What the values of the form would delete. */
export function retentionPreview(
  { request, form, preview }: RetentionView,
  { recordings, runs }: { recordings: number | undefined; runs: number | undefined },
): Html | false {
  if (preview === null || form === null) return false;
  const isNothing = deletedText(preview) === '';
  const share = (part: number, all: number | undefined, one: string) =>
    html`<strong>${count(part)}${all !== undefined && all >= part && ` of ${count(all)}`} ${one}${(all ?? part) !== 1 && 's'} ${part === 1 ? 'is' : 'are'} deleted</strong>`;
  return html`<section class="pad preview stack" aria-labelledby="preview" role="status"><h3 id="preview">Preview, nothing is saved</h3><input type="hidden" name="previewed" value="${previewedOf(form)}">
${isNothing && html`<p>Nothing that is stored now is deleted.</p>`}
${preview.recordings > 0 && html`<p>With ${counted(Number(textOf(form, 'caseHours')), 'hour')}, ${share(preview.recordings, recordings, 'recording')}. ${preview.pinned > 0 && `${count(preview.pinned)} pinned ${preview.pinned === 1 ? 'one stays' : 'ones stay'}. `}<a href="${applicationPath(request.params.appId ?? '')}/expected">Expected changes</a> that only these recordings keep end with them.</p>`}
${preview.runs > 0 && html`<p>With ${counted(Number(textOf(form, 'planDays')), 'day')}, ${share(preview.runs, runs, 'run')}, with results and reports. Runs that are under way or have just ended stay until they have.</p>`}</section>`;
}
