import { type Finding, finding } from '../finding.ts';
import type { ServerOptions } from './server-options.ts';

/** Whether people can log in, and whether more people can than should. */
export function loginFindings(
  { logins, providers, codesBy, guests }: ServerOptions,
  { isLoopback }: { isLoopback: boolean },
): Finding[] {
  const open = guests && !isLoopback;
  const guestFinding = finding(
    'guests',
    'warn',
    'everyone who reaches the service may read as a guest',
    'Set SVC_GUEST_LOGIN=off, unless that is meant.',
  );
  return [
    ...loginsOf(logins, providers, isLoopback),
    ...(logins === 'none' ? [] : [mailFinding(codesBy, providers)]),
    ...(open ? [guestFinding] : []),
  ];
}

function loginsOf(
  logins: ServerOptions['logins'],
  providers: ServerOptions['providers'],
  isLoopback: boolean,
): Finding[] {
  if (logins === 'none')
    return [
      finding(
        'login',
        'fail',
        'no login by mail or by a provider can succeed',
        'Set SVC_LOGIN_DOMAINS to the mail domains of your team.',
      ),
    ];
  const ways = ['code', ...providers].join(', ');
  if (logins === 'any' && !isLoopback)
    return [
      finding(
        'login',
        'warn',
        `any mail address may log in, by ${ways}`,
        'Set SVC_LOGIN_DOMAINS to the mail domains of your team.',
      ),
    ];
  return [finding('login', 'ok', `${logins === 'any' ? 'any' : 'listed'} mail domains, by ${ways}`)];
}

function mailFinding(codesBy: ServerOptions['codesBy'], providers: ServerOptions['providers']): Finding {
  if (codesBy === 'mail') return finding('mail', 'ok', 'codes are mailed');
  return finding(
    'mail',
    providers.length > 0 ? 'ok' : 'warn',
    'codes are files on the machine of the service, not mailed',
    providers.length > 0 ? null : 'Set SVC_SMTP_URL, or a provider such as SVC_OIDC_ISSUER.',
  );
}
