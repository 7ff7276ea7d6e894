import * as v from 'valibot';
import { consoleErrors, type Endpoint } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import type { LoginServices } from '../composition.ts';
import { OauthType } from '../domain/oauth-type.ts';
import { loginAnswer, notNow, notOffered, unusable } from './login-answer.ts';
import { oauthDocs } from './oauth.doc.ts';
import { BROWSER_SECRET } from './oauth-cookie.ts';

/**
 * Starts a login at a provider (spec 4.8): returns the redirect address, and what the browser has to return. Nothing is
 * stored.
 */
export const oauthInfo: Endpoint<Pick<LoginServices, 'identityProviders' | 'oauthStates' | 'config' | 'now'>> =
  endpoint({
    method: 'GET',
    path: '/api/login/oauthInfo/{oauthType}',
    scope: null,
    errors: consoleErrors,
    doc: oauthDocs.oauthInfo,

    async answer({ params, query, headers }, { identityProviders, oauthStates, config, now }) {
      const oauthType = v.safeParse(OauthType, params.oauthType);
      const provider = oauthType.success ? identityProviders[oauthType.output] : null;
      if (!oauthType.success || provider === null) return notOffered('this provider is not configured', now());
      const redirectUri = query.get('redirectUri') || `${config.publicUrl}/console/login/callback`;
      if (!isRedirectUri(redirectUri, config.publicUrl)) return unusable('redirectUri', now());

      const browserSecret = headers.get(BROWSER_SECRET) || null;
      const attempt = await oauthStates.begin({ oauthType: oauthType.output, redirectUri, browserSecret });
      const uri = await provider.authorizationUri({ redirectUri, ...attempt });
      if (!uri.ok) return notNow(uri.message, now());
      return loginAnswer({ clientId: provider.clientId, oauthUri: uri.value, state: attempt.state }, now());
    },
  });

/** Plain segments: nothing encoded, no dot segments, no query and no fragment. */
const REDIRECT_PATH = /^(\/(?!\.{1,2}(\/|$))[\w.~-]+)+$/;
const MAX_REDIRECT_URI_LENGTH = 2048;

/** Whether a provider may redirect people to this URI: a path below SVC_PUBLIC_URL, matched exactly (RFC 9700 2.1). */
const isRedirectUri = (uri: string, publicUrl: string): boolean =>
  uri.length <= MAX_REDIRECT_URI_LENGTH &&
  uri.startsWith(`${publicUrl}/`) &&
  REDIRECT_PATH.test(uri.slice(publicUrl.length));
