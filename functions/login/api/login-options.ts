import { consoleErrors, type Endpoint } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { SERVICE_VERSION } from '../../platform/values/release/service-version.ts';
import type { LoginServices } from '../composition.ts';
import { offersGuests } from '../domain/guest-offer.ts';
import { OauthType } from '../domain/oauth-type.ts';
import { loginDocs } from './login.doc.ts';
import { loginAnswer } from './login-answer.ts';
import type { LoginOptions } from './shown-options.ts';

/** Says which logins can succeed, as the login page shows it to everyone: for checks of a service from outside. */
export const loginOptions: Endpoint<Pick<LoginServices, 'config' | 'now'>> = endpoint({
  method: 'GET',
  path: '/api/login/options',
  scope: null,
  errors: consoleErrors,
  doc: loginDocs.loginOptions,

  async answer({ isLocal }, { config, now }) {
    return loginAnswer<LoginOptions>(
      {
        serviceVersion: SERVICE_VERSION,
        publicUrl: config.publicUrl,
        openApi: openApiOf(config),
        logins: loginsOf(config),
        codesBy: config.sendsMail ? 'mail' : 'outbox',
        providers: OauthType.options.filter((type) => config.oauth[type] !== null),
        guests: offersGuests(config, { isLocal }),
      },
      now(),
    );
  },
});

type OptionConfig = LoginServices['config'];

function openApiOf({ openApi, openApiToken }: Pick<OptionConfig, 'openApi' | 'openApiToken'>): LoginOptions['openApi'] {
  if (!openApi) return 'off';
  return openApiToken === null ? 'open' : 'token';
}

function loginsOf({ loginDomains }: Pick<OptionConfig, 'loginDomains'>): LoginOptions['logins'] {
  if (loginDomains.length === 0) return 'none';
  return loginDomains.includes('*') ? 'any' : 'listed';
}
