import { html } from 'hono/html';
import type { Html, PageRequest } from '../../http/pages/page-route.ts';
import { copyBlock } from '../copy-block.ts';
import { csrfField } from '../form-parts.ts';
import { time } from '../list-parts.ts';

/** A credential for the examples of the API reference, and the header that carries it. */
export interface ExampleCredential {
  header: 'x-api-key' | 'access-token';
  value: string;
  /** Epoch ms. */
  expiresAt: number;
}

/** The address of the API reference. */
export const REFERENCE = '/openapi';

/** How the examples of the API reference get a credential of the caller's session. */
export const sessionPanel = (request: PageRequest, credential: ExampleCredential | null): Html =>
  html`<section class="panel pad" aria-labelledby="session" data-caller="${request.caller.scopes.length > 0 && request.caller.name}"><h2 id="session">Use your session</h2>${credential === null ? offer(request) : shown(credential)}</section>`;

/** The section that the page shows, so that a form or a login comes back to it. */
function ownAddress({ query }: PageRequest): string {
  const section = query.get('section');
  return section === null ? REFERENCE : `${REFERENCE}?${new URLSearchParams({ section })}`;
}

function offer(request: PageRequest): Html {
  if (request.caller.scopes.length === 0)
    return html`<div class="row"><p>Log in to fill a credential into the curl commands.</p><a class="button" href="/console/login?next=${encodeURIComponent(ownAddress(request))}">Log in</a></div>`;
  return html`<p data-kept role="status" hidden>The curl commands below send the credential that this tab got until <time></time>.</p><div class="row"><p>${
    request.isGuest
      ? 'Fills a read-only token, valid for 15 minutes, into the curl commands.'
      : 'Creates an API key with your rights, valid for one hour, and fills it into the curl commands.'
  }</p><form class="inline" method="post" action="${ownAddress(request)}">${csrfField(request)}<button class="primary">Use your session</button></form></div>`;
}

const shown = ({ header, value, expiresAt }: ExampleCredential): Html =>
  html`<p role="status">The curl commands below send this ${header === 'x-api-key' ? 'API key' : 'access token'} until ${time(expiresAt)}. It is shown only once; this tab keeps it for its other sections.</p><div data-credential="${header}" data-expires="${expiresAt}">${copyBlock(value, 'Copy the credential')}</div>`;
