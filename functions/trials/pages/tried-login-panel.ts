import { html } from 'hono/html';
import type { Html } from '../../platform/http/pages/page-route.ts';
import { facts } from '../../platform/pages-shell/list-parts.ts';
import { count } from '../../platform/pages-shell/texts.ts';
import { visible } from '../../platform/pages-shell/visible-text.ts';
import { causeText } from '../../platform/values/connection-cause.ts';
import type { TriedLogin } from '../domain/tried-login.ts';

/** What one login that was tried showed: its status and names, and whether runs find their token in it. */
export function triedLoginPanel(tried: TriedLogin): Html {
  if (tried.kind !== 'response') return notice('bad', failureText(tried));
  const { status, durationMs, isCut, isTokenFound, fields, headers, cookies } = tried;
  const found = isTokenFound && status < 400;
  const summary = found
    ? html`<strong>Token found.</strong> The target answered ${status}. Runs use the token of such a response.`
    : html`<strong>${isTokenFound ? `Status ${status}.` : 'No token.'}</strong> The target answered ${status}${!isTokenFound && ', and the response has no token at the place that the login step names'}.`;
  return html`${notice(found ? 'good' : 'bad', summary)}
<section class="panel" aria-labelledby="tried"><div class="panel-head"><h2 id="tried">Response</h2><span class="small muted">Names only. A name that may be a value is shown as *</span></div><div class="pad">${facts(
    [
      ['Status', String(status)],
      ['Took', `${count(durationMs)} ms`],
      ['Token', isTokenFound ? 'found' : 'not found'],
      ['Fields', isCut ? 'not listed: the response is larger than 1 MiB' : names(fields, 'none: the body is not JSON')],
      ['Headers', names(headers, 'none')],
      ['Cookies', names(cookies, 'none')],
    ],
  )}</div></section>`;
}

const names = (all: readonly string[] | null, otherwise: string): Html | string =>
  all === null || all.length === 0
    ? otherwise
    : html`${all.map((name, at) => html`${at > 0 && ', '}<code>${visible(name)}</code>`)}`;

const notice = (tone: 'good' | 'bad', text: Html | string): Html =>
  html`<div class="notice ${tone}" role="${tone === 'bad' ? 'alert' : 'status'}">${text}</div>`;

/** Why there is nothing to show. */
function failureText(tried: Exclude<TriedLogin, { kind: 'response' }>): string {
  if (tried.kind === 'no-recording')
    return 'The login recording is gone, so nothing was sent. Choose another one and pin it.';
  if (tried.kind === 'timeout') return 'The target gave no response in time.';
  const cause = tried.cause === undefined ? null : causeText(tried.cause);
  return `No connection to the target: ${cause ?? FAILURES[tried.failure]}.`;
}

const FAILURES = {
  refused: 'it was refused',
  reset: 'it ended before the response',
  dns: 'the name of the target cannot be resolved',
  tls: 'its certificate is not trusted',
} as const;
