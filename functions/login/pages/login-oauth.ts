import { html } from 'hono/html';
import * as v from 'valibot';
import type { ApiResponse } from '../../platform/http/api.ts';
import { tokensOf } from '../../platform/http/pages/page-caller.ts';
import type { Html, Page, PageRequest } from '../../platform/http/pages/page-route.ts';
import { sessionCookie } from '../../platform/http/pages/session-cookie.ts';
import { notice } from '../../platform/pages-shell/form-parts.ts';
import { layout } from '../../platform/pages-shell/layout.ts';
import { ownPath } from '../../platform/pages-shell/own-path.ts';
import { BROWSER_SECRET, oauthCookie, parseOauthCookie } from '../api/oauth-cookie.ts';
import type { LoginServices } from '../composition.ts';
import { OauthType } from '../domain/oauth-type.ts';
import { afterLogin, offersOf, offersPage } from './invitations.ts';

const PATH = '/console/login';

/** The providers of interface 4.8 with their display names. */
const PROVIDERS = [
  ['github', 'GitHub'],
  ['google', 'Google'],
  ['oidc', 'your organisation'],
] as const;

const Info = v.object({ body: v.object({ clientId: v.string(), oauthUri: v.string(), state: v.string() }) });

const Refused = v.object({ body: v.object({ reason: v.string() }) });

/** Why a login failed, in our own words. */
function reasonOf(answer: ApiResponse | null): string {
  const parsed = v.safeParse(Refused, answer?.body);
  return parsed.success ? parsed.output.body.reason : 'the provider denied access, or the login took too long';
}

/** Null if the provider is temporarily unavailable. */
async function infoOf({ ask }: PageRequest, oauthType: string, redirectUri: string, browserSecret: string) {
  const answer = await ask('GET', '/api/login/oauthInfo/{oauthType}', {
    params: { oauthType },
    query: { redirectUri },
    headers: { [BROWSER_SECRET]: browserSecret },
  });
  const parsed = v.safeParse(Info, answer.body);
  return parsed.success ? parsed.output.body : null;
}

const redirectUriOf = (publicUrl: string) => `${publicUrl}${PATH}/callback`;

/** Buttons of the configured providers; empty if there are none. */
export function oauthButtons(request: PageRequest, { oauth }: LoginServices['config']): Html | null {
  const configured = PROVIDERS.filter(([oauthType]) => oauth[oauthType] !== null);
  if (configured.length === 0) return null;
  const next = new URLSearchParams({ next: ownPath(request.query.get('next')) });
  return html`<section class="panel pad" aria-labelledby="providers"><h2 id="providers">Log in with another account</h2><p class="row">${configured.map(
    ([oauthType, name]) => html`<a class="button" href="${PATH}/oauth/${oauthType}?${next}">Log in with ${name}</a>`,
  )}</p></section>`;
}

/** Redirects to a provider; the browser stores the state that it has to return. */
export const toProvider: Page<Pick<LoginServices, 'config' | 'newId'>> = {
  method: 'GET',
  path: `${PATH}/oauth/{oauthType}`,
  scope: null,

  async answer(request, { config, newId }) {
    const { oauthType } = request.params;
    if (!v.is(OauthType, oauthType) || config.oauth[oauthType] === null) return { location: PATH };
    const redirectUri = redirectUriOf(config.publicUrl);
    const browserSecret = newId();
    const info = await infoOf(request, oauthType, redirectUri, browserSecret);
    if (info === null) {
      const body = html`${notice('The provider is not available now.', 'bad')}<p><a href="${PATH}">Log in another way, or try again</a></p>`;
      return { html: layout({ title: 'Log in', request, body }), status: 503 };
    }
    const stored = { oauthType, state: info.state, browserSecret, next: ownPath(request.query.get('next')) };
    return { location: info.oauthUri, cookies: [oauthCookie(stored, request)] };
  },
};

/** Handles the provider's response, and opens the session. */
export const fromProvider: Page<Pick<LoginServices, 'config' | 'newId'>> = {
  method: 'GET',
  path: `${PATH}/callback`,
  scope: null,

  async answer(request, { config, newId }) {
    const { query } = request;
    const stored = parseOauthCookie(request.headers, request.url);
    const code = query.get('code');
    const iss = query.get('iss');
    const answer =
      stored !== null && code !== null && query.get('state') === stored.state
        ? await request.ask('POST', '/api/login/oauthLogin', {
            headers: { [BROWSER_SECRET]: stored.browserSecret },
            body: {
              oauthType: stored.oauthType,
              code,
              redirectUri: redirectUriOf(config.publicUrl),
              state: stored.state,
              ...(iss !== null && { iss }),
            },
          })
        : null;
    const tokens = answer && tokensOf(answer);
    const forgotten = oauthCookie(null, request);
    const offers = answer && offersOf(answer);
    if (stored !== null && offers?.loginTicket)
      return { html: offersPage(request, offers, stored.next), cookies: [forgotten] };
    if (!tokens || stored === null) {
      const body = html`${notice(`The login failed: ${reasonOf(answer)}.`, 'bad')}<p><a href="${PATH}">Try again</a></p>`;
      return { html: layout({ title: 'Log in', request, body }), status: 403, cookies: [forgotten] };
    }
    const next = afterLogin(answer, stored.next);
    // After a redirect from another site the browser would not send the new cookie (SameSite=Strict), so one of our own
    // pages redirects.
    return {
      html: layout({ title: 'Logged in', request, body: html`<p><a href="${next}">Continue</a></p>` }),
      leadsTo: next,
      cookies: [sessionCookie({ secret: newId(), tokens }, request), forgotten],
    };
  },
};
