import {
  discoveryRequest,
  getValidatedIdTokenClaims,
  processAuthorizationCodeResponse,
  processDiscoveryResponse,
  processUserInfoResponse,
  userInfoRequest,
  validateApplicationLevelSignature,
} from 'oauth4webapi';
import * as v from 'valibot';
import type { ProviderKind } from './provider-kind.ts';

/** Some issuers write booleans as text (Amazon Cognito, Apple). */
const Mail = v.object({ email: v.string(), email_verified: v.union([v.boolean(), v.string()]) });

/** An OpenID Connect issuer (Core 1.0, Discovery 1.0), configured by its own metadata. */
export const openId = (issuer: string): ProviderKind => ({
  scope: 'openid email',
  hasIdToken: true,

  async server(providerFetch) {
    const expected = new URL(issuer);
    return processDiscoveryResponse(expected, await discoveryRequest(expected, providerFetch));
  },

  async verifiedMail({ server, client, providerFetch }, tokenAnswer, nonce) {
    const options = { expectedNonce: nonce, requireIdToken: true };
    const tokens = await processAuthorizationCodeResponse(server, client, tokenAnswer, options);
    await validateApplicationLevelSignature(server, tokenAnswer, providerFetch);
    const claims = getValidatedIdTokenClaims(tokens);
    if (claims === undefined) throw new Error('the id token is missing');
    const inToken = v.safeParse(Mail, claims);
    if (inToken.success) return verifiedOf(inToken.output);
    if (server.userinfo_endpoint === undefined) return null;
    // Issuers may expose addresses only at the userinfo endpoint (Core 5.4).
    const answer = await userInfoRequest(server, client, tokens.access_token, providerFetch);
    const profile = v.safeParse(Mail, await processUserInfoResponse(server, client, claims.sub, answer));
    return profile.success ? verifiedOf(profile.output) : null;
  },
});

const verifiedOf = ({ email, email_verified }: v.InferOutput<typeof Mail>): string | null =>
  String(email_verified) === 'true' ? email : null;
