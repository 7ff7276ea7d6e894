import * as v from 'valibot';
import { named } from '../../platform/http/documents/endpoint-doc.ts';
import { successExample } from '../../platform/http/documents/shown-schemas.ts';
import { OauthType } from '../domain/oauth-type.ts';

/** What a service offers to those who reach it; it names no domain, address of mail or secret. */
export const LoginOptions = named(
  'LoginOptions',
  v.object({
    serviceVersion: v.pipe(v.string(), v.description('Version of the service.')),
    publicUrl: v.pipe(v.string(), v.description('SVC_PUBLIC_URL: what links begin with.')),
    openApi: v.pipe(
      v.picklist(['off', 'open', 'token']),
      v.description('Whether the Open API answers, and whether it needs SVC_OPENAPI_TOKEN.'),
    ),
    logins: v.pipe(
      v.picklist(['none', 'listed', 'any']),
      v.description('Whose mail address may log in: SVC_LOGIN_DOMAINS. With `none`, no login succeeds.'),
    ),
    codesBy: v.pipe(
      v.picklist(['mail', 'outbox']),
      v.description('Where login codes go: `outbox` is a folder on the machine of the service.'),
    ),
    providers: v.pipe(v.array(OauthType), v.description('Providers that are configured.')),
    guests: v.pipe(v.boolean(), v.description('Whether the caller may log in as a guest.')),
  }),
);
export type LoginOptions = v.InferOutput<typeof LoginOptions>;

/** An example of a service for a team. */
export const OPTIONS_EXAMPLE = successExample({
  serviceVersion: '0.2.0',
  publicUrl: 'https://replay.example.com',
  openApi: 'token',
  logins: 'listed',
  codesBy: 'mail',
  providers: ['oidc'],
  guests: false,
} satisfies LoginOptions);
