import * as v from 'valibot';
import { OauthType } from '../domain/oauth-type.ts';

const text = (maxLength: number) => v.pipe(v.string(), v.nonEmpty(), v.maxLength(maxLength));

/** What a provider returned through the browser (interface 4.8). */
export const OauthLoginInput = v.object({
  oauthType: OauthType,
  code: text(4096),
  redirectUri: v.pipe(text(2048), v.description('The one that oauthInfo was asked with.')),
  state: v.pipe(text(256), v.description('The state of oauthInfo, as the provider sent it back.')),
  iss: v.nullish(
    v.pipe(text(2048), v.description('What the provider sent back under this name, where it did (RFC 9207).')),
  ),
});
