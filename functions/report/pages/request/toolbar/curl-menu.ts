import { html } from 'hono/html';
import type { Html } from '../../../../platform/http/pages/page-route.ts';
import { copyBlock } from '../../../../platform/pages-shell/copy-block.ts';
import { menu } from '../../../../platform/pages-shell/menu.ts';
import { BODY_FILE, type CurlCommand } from '../../../../recordings/domain/curl/curl-command.ts';

/** The recorded request as a command to copy; `recording`: the path of its page, null if it has expired. */
export const curlMenu = (
  { command, variables, isCut, omitted, needsFile }: CurlCommand,
  recording: string | null,
): Html =>
  menu({
    label: 'Copy as curl',
    body: html`<div class="pad stack">${copyBlock(command, 'Copy as curl')}<p class="small muted">Against the target of the run; the variable <code>TARGET</code> names another address.${
      variables.length > 0 &&
      html` Credentials are left out: set ${variables.map((name, index) => html`${index > 0 && ', '}<code>${name}</code>`)}.`
    }${isCut && ' Redacted, sealed and masked values are left out.'}${omitted.length > 0 && ' Headers with invisible characters are left out.'}${
      needsFile &&
      html` Save the ${recording === null ? 'request body' : html`<a href="${recording}/body?of=request">request body</a>`} as <code>${BODY_FILE}</code> first.`
    }</p></div>`,
  });
