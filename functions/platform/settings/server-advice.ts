import type { StandaloneConfig } from './config.ts';
import { isReachedByOthers } from './is-reached-by-others.ts';

type Advised = Pick<
  StandaloneConfig,
  | 'isLoopbackOnly'
  | 'openApi'
  | 'tenancy'
  | 'publicUrl'
  | 'host'
  | 'port'
  | 'loginDomains'
  | 'sendsMail'
  | 'oauth'
  | 'adminKey'
  | 'basicAuth'
  | 'trustedProxies'
>;

/**
 * What a service that others reach lacks for a team: each sentence names the setting that gives it. No value is named.
 */
export const serverAdvice = (config: Advised): string[] =>
  isReachedByOthers(config) ? ADVICE.filter(({ lacks }) => lacks(config)).map(({ text }) => text) : [];

const ADVICE: readonly { lacks(config: Advised): boolean; text: string }[] = [
  {
    lacks: ({ openApi, tenancy }) => !openApi && tenancy === 'single',
    text: 'The Open API is off, so triggers and polls answer 404. Set SVC_REPLAY_OPENAPI=true and SVC_OPENAPI_TOKEN.',
  },
  {
    lacks: ({ publicUrl, host, port }) => publicUrl === `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    text: 'Links begin with the address that the service listens on, and requests to a name of it answer 421. Set SVC_PUBLIC_URL to the address that people open; SVC_ALLOWED_HOSTS takes further names.',
  },
  {
    lacks: ({ publicUrl }) => !publicUrl.startsWith('https:'),
    text: 'Without TLS, keys and sessions travel in clear. Put a proxy with TLS in front, and begin SVC_PUBLIC_URL with https.',
  },
  {
    lacks: ({ publicUrl, trustedProxies }) => publicUrl.startsWith('https:') && trustedProxies.length === 0,
    text: 'All clients behind the proxy count as one source, and share its limits. Set SVC_TRUSTED_PROXIES to the address that the proxy connects from.',
  },
  {
    lacks: ({ loginDomains }) => loginDomains.includes('*'),
    text: 'Every mail address may log in. Set SVC_LOGIN_DOMAINS to the mail domains of your team.',
  },
  {
    lacks: ({ loginDomains }) => loginDomains.length === 0,
    text: 'No login by mail or by a provider can succeed. Set SVC_LOGIN_DOMAINS to the mail domains of your team.',
  },
  {
    lacks: ({ loginDomains, sendsMail, oauth }) =>
      loginDomains.length > 0 && !sendsMail && Object.values(oauth).every((provider) => provider === null),
    text: 'Codes are written to the outbox of SVC_DATA_DIR and are not mailed. Set SVC_SMTP_URL, or a provider such as SVC_OIDC_ISSUER.',
  },
  {
    lacks: ({ adminKey, basicAuth }) => adminKey === null && basicAuth === null,
    text: 'SVC_ADMIN_KEY is not set. `replay admin user add` makes the first administrator of a service that has none.',
  },
];
