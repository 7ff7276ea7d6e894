import * as v from 'valibot';
import { OauthType } from '../domain/oauth-type.ts';

const text = (maxLength: number) => v.pipe(v.string(), v.nonEmpty(), v.maxLength(maxLength));

/** What a provider returned through the browser (interface 4.8). */
export const OauthLoginInput = v.object({
  oauthType: OauthType,
  code: text(4096),
  redirectUri: v.pipe(text(2048), v.description('The redirectUri of the oauthInfo request.')),
  state: v.pipe(text(256), v.description('The state from oauthInfo, as the provider returned it.')),
  iss: v.nullish(v.pipe(text(2048), v.description('The parameter `iss` of the redirect, if there is one (RFC 9207).'))),
});
