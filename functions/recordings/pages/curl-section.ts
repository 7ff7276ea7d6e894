import { html } from 'hono/html';
import type { Html } from '../../platform/http/pages/page-route.ts';
import { copyBlock } from '../../platform/pages-shell/copy-block.ts';
import { visible } from '../../platform/pages-shell/visible-text.ts';
import { BODY_FILE, type CurlCommand } from '../domain/curl/curl-command.ts';

/** The request as a command to copy, and what it leaves out. `body` is the address of the recorded body. */
export const curlSection = (
  { command, needsTarget, variables, isCut, omitted, needsFile }: CurlCommand,
  body: string,
): Html => html`<section aria-labelledby="curl"><h2 id="curl">Copy as curl</h2>${copyBlock(command, 'Copy as curl')}
<p class="small muted">For a POSIX shell. ${needsTarget ? html`Set the variable <code>TARGET</code> to the address of the application.` : html`Set the variable <code>TARGET</code> to send it to another address.`}${
  variables.length > 0 &&
  html` Credentials are left out. Set ${variables.map((name, index) => html`${index > 0 && ', '}<code>${name}</code>`)} to send ${variables.length === 1 ? 'it' : 'them'}.`
}${isCut && html` Values that are redacted, sealed or masked are left out of the path or the body.`}${
  omitted.length > 0 && html` Headers with invisible characters are left out: ${visible(omitted.join(', '))}.`
}${needsFile && html` Save the <a href="${body}">request body</a> as <code>${BODY_FILE}</code> first.`}</p></section>`;
