import { html } from 'hono/html';
import type { Html, PageRequest } from '../../http/pages/page-route.ts';
import { csrfField } from '../form-parts.ts';

export interface DialogOptions {
  request: Pick<PageRequest, 'csrf'>;
  title: string | Html;
  /** Below the title: what the question is about. */
  about?: Html | false | null;
  /** Where the form is sent. */
  action: string;
  isSmall?: boolean;
  /** Everything between head and foot. */
  body: Html;
  /** The button that sends the form; absent where there is nothing to send. */
  submit: Html | false;
  /** Where Cancel and Escape lead: best to what had opened the dialog. */
  cancel: { href: string; text?: string };
  /** Beside the buttons. */
  foot?: Html | false;
}

/**
 * A form above its page, which is inert (layout.ts). With scripts it is modal; without, it stands above the
 * page, and below 760 px it covers the screen.
 */
export const dialog = ({ request, title, about, action, isSmall, body, submit, cancel, foot }: DialogOptions): Html =>
  html`<dialog class="dialog${isSmall && ' small-dialog'}" open aria-labelledby="dialog-title"><form method="post" action="${action}">${csrfField(request)}
<div class="dialog-head stack"><h2 id="dialog-title">${title}</h2>${about}</div>
${body}
<div class="dialog-foot">${submit}<a class="button" href="${cancel.href}" data-cancel>${cancel.text ?? 'Cancel'}</a>${foot}</div></form></dialog>`;
