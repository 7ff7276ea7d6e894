import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { csrfField } from '../../../platform/pages-shell/form-parts.ts';
import { reasonField } from '../parts/reason-field.ts';
import type { SettingsView } from '../settings-view.ts';
import { type FormPart, PART_FIELD } from './form-part.ts';
import { RESET_FORM } from './setting-state.ts';

interface SectionFormOptions {
  title: string;
  note?: string;
  /** Where the form is sent, and what Discard opens. */
  action: string;
  /** The lines of the section. */
  lines: Html;
  /** Below its lines: what else can be done. */
  more?: Html | false;
  /** A second form of the section, and what its button says. */
  part?: { name: FormPart; save: string };
}

/** The lines of a section with the one button that saves them; readers see them without. */
export function sectionForm(
  { request, form, errors }: Pick<SettingsView, 'request' | 'form' | 'errors'>,
  { title, note, action, lines, more, part }: SectionFormOptions,
): Html {
  const id = part?.name ?? 'section';
  const head = html`<div class="panel-head"><h2 id="${id}">${title}</h2>${note && html`<span class="small muted">${note}</span>`}</div>`;
  if (!request.may('write')) return html`<section class="panel" aria-labelledby="${id}">${head}${lines}</section>`;
  const foot =
    part === undefined
      ? html`<button class="primary">Save</button><a class="button" href="${action}">Discard</a>`
      : html`<button>${part.save}</button><input type="hidden" name="${PART_FIELD}" value="${part.name}">`;
  return html`<form class="panel rule-form" method="post" action="${action}" aria-labelledby="${id}">${head}${lines}
<div class="panel-foot row">${foot}${reasonField({ form, errors }, part && `${part.name}-reason`)}${more}${csrfField(request)}</div></form>${
    part === undefined && html`<form id="${RESET_FORM}" method="post" action="${action}">${csrfField(request)}</form>`
  }`;
}
