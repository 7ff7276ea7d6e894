import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { csrfField } from '../../../platform/pages-shell/form-parts.ts';
import type { SettingsView } from '../settings-view.ts';
import { RESET_FORM } from './setting-state.ts';

interface SectionFormOptions {
  title: string;
  note?: string;
  /** Where the form is sent, and what Discard opens. */
  action: string;
  /** The lines of the section. */
  lines: Html;
}

/** The lines of a section with the one button that saves them; readers see them without. */
export function sectionForm(
  { request }: Pick<SettingsView, 'request'>,
  { title, note, action, lines }: SectionFormOptions,
): Html {
  const head = html`<div class="panel-head"><h2 id="section">${title}</h2>${note && html`<span class="small muted">${note}</span>`}</div>`;
  if (!request.may('write')) return html`<section class="panel" aria-labelledby="section">${head}${lines}</section>`;
  return html`<form class="panel rule-form" method="post" action="${action}" aria-labelledby="section">${head}${lines}
<div class="panel-foot row"><button class="primary">Save</button><a class="button" href="${action}">Discard</a>${csrfField(request)}</div></form>
<form id="${RESET_FORM}" method="post" action="${action}">${csrfField(request)}</form>`;
}
