import { bind, type Composition, type SharedComposition, slot } from '../platform/composition.ts';
import { codeAnswers, codeRequests } from './service/code-requests.ts';
import { identityProviders } from './service/identity/identity-providers.ts';
import { invitationAnswers, invitationMails } from './service/invitation-mails.ts';
import { personLogins } from './service/person-logins.ts';
import { digestOfSetting, storeAdminDigest, storedAdminDigest } from './store/admin-key-digest.ts';
import { apiKeyStore } from './store/api-keys.ts';
import { auditStore } from './store/audit.ts';
import { loginPepper } from './store/login-pepper.ts';
import { loginTickets } from './store/login-tickets.ts';
import { oauthStates } from './store/oauth-states.ts';
import { sessionStore } from './store/sessions.ts';
import { signingKeys } from './store/signing-keys.ts';
import { tenantStore } from './store/tenants.ts';
import { userStore } from './store/users.ts';
import { verificationCodes } from './store/verification-codes.ts';

/** The one-time codes of the local login; null for hosts that have no local user. */
export interface LocalLinks {
  /** Uses a code up; true for one caller only, and never after the code has expired. */
  take(code: string): Promise<boolean>;
}

/** The codes of the local login of this host. */
export const LOCAL_LINKS = slot<LocalLinks | null>('local links');

/** No local login: for hosts that share no machine with a person. */
export const noLocalLinksBinding = bind<LocalLinks | null, never>(LOCAL_LINKS, () => null);

/** The names of the channels of a tenant, by their ids. */
export const CHANNEL_NAMES = slot<() => Promise<ReadonlyMap<string, string>>>('names of channels');

type Ports = 'table' | 'keys' | 'queue' | 'http';

export interface LoginServices extends ReturnType<typeof loginServices> {}

/** Services for access control and the audit log. */
export const loginServices = ({ config, world, shared, use, bound }: Composition<Ports>) => ({
  ...world,
  config,
  ...shared(sessionServices),
  ...shared(codeServices),
  invitationMails: shared(invitationMailsOf),
  audit: use(auditOf),
  /** For callers whose tenant is not the one concerned. */
  auditOfTenant: (tenant: string) => auditStore(world, tenant),
  identityProviders: shared(identityProvidersOf),
  localLinks: bound(LOCAL_LINKS),
  channelNames: () => bound(CHANNEL_NAMES)(),
});

/** Services that create API keys. */
export const apiKeyServices = ({ world, use }: Composition<'table'>) => ({
  ...world,
  apiKeys: apiKeyStore(world),
  audit: use(auditOf),
});

/** Services that create the API key of a user. */
export const memberKeyServices = ({ world, shared }: Composition<'table' | 'keys'>) => ({
  ...world,
  ...shared(sessionServices),
  auditOfTenant: (tenant: string) => auditStore(world, tenant),
});

/**
 * Resolves the holders of credentials (interface 4.8), without a tenant, which is known only afterwards; one instance
 * per process, because of its caches.
 */
export function sessionServices({ config, world, shared }: SharedComposition<'table' | 'keys'>) {
  const pepper = shared(pepperOf);
  const keys = shared(signingKeysOf);
  const people = {
    tenants: tenantStore(world),
    users: userStore({ ...world, pepper }),
    sessions: sessionStore({ ...world, pepper, signingKeys: keys, config }),
    tickets: loginTickets({ ...world, signingKeys: keys, config }),
  };
  return {
    ...people,
    personLogins: personLogins(people),
    apiKeys: apiKeyStore(world),
    oauthStates: oauthStates({ ...world, pepper }),
  };
}
export interface SessionServices extends ReturnType<typeof sessionServices> {}

/** Logins by a code that is mailed (interface 4.8). @internal */
export const codeServices = ({ world, shared }: SharedComposition<'table' | 'keys' | 'queue'>) => ({
  verificationCodes: shared(codesOf),
  codeRequests: codeRequests({ ...world, pepper: shared(pepperOf) }),
});

/** Invitations that are mailed. */
const invitationMailsOf = ({ world, shared }: SharedComposition<'table' | 'keys' | 'queue'>) =>
  invitationMails({ ...world, pepper: shared(pepperOf) });

/** What mails invitations, and notes what became of them. */
export function invitationAnswersOf({ config, world, shared }: SharedComposition<'table' | 'keys' | 'mail'>) {
  const pepper = shared(pepperOf);
  return invitationAnswers({ ...world, pepper, users: userStore({ ...world, pepper }), config });
}

/** What makes and mails the codes that were requested. */
export const codeAnswersOf = ({ config, world, shared }: SharedComposition<'table' | 'keys' | 'mail'>) =>
  codeAnswers({ ...world, pepper: shared(pepperOf), codes: shared(codesOf), config });

/** The digest of the admin key, which a function of this capability stores. */
export const adminDigestOf = ({ world }: SharedComposition<'table'>) => storedAdminDigest(world);

export { digestOfSetting, storeAdminDigest };

/** The keys that sign access tokens and host tokens. */
export const signingKeysOf = ({ world }: SharedComposition<'table' | 'keys'>) => signingKeys(world);

const identityProvidersOf = ({ world, config }: SharedComposition<'http'>) => identityProviders(world, config);

const codesOf = ({ world, shared }: SharedComposition<'table' | 'keys'>) =>
  verificationCodes({ ...world, pepper: shared(pepperOf) });

const pepperOf = ({ world }: SharedComposition<'table' | 'keys'>) => loginPepper(world);

/** The audit log of a tenant (interface 4.8). */
export const auditOf = ({ world, tenant }: Composition<'table'>) => auditStore(world, tenant);
