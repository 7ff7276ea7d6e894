import type { Config } from '../config.ts';
import { hostTokens } from '../evaluation/hosts/store/host-tokens.ts';
import type { World } from '../world.ts';
import { apiKeysRepository } from './api-keys.ts';
import { codeRequests } from './code-requests.ts';
import { loginPepper } from './login-pepper.ts';
import { oauthStates } from './oauth-states.ts';
import { sessionsRepository } from './sessions.ts';
import { signingKeys } from './signing-keys.ts';
import { tenantsRepository } from './tenants.ts';
import { usersRepository } from './users.ts';
import { verificationCodes } from './verification-codes.ts';

export type LoginRepositories = ReturnType<typeof loginRepositories>;

/** Who may come in (interface 4.8): of no tenant, for it is known only afterwards; one of each in a process, for what they remember. */
export function loginRepositories(world: World, config: Pick<Config, 'loginDomains' | 'guestLogin' | 'publicUrl'>) {
  const pepper = loginPepper(world);
  const keys = signingKeys(world);
  const codes = verificationCodes({ ...world, pepper });
  return {
    apiKeys: apiKeysRepository(world),
    tenants: tenantsRepository(world),
    users: usersRepository({ ...world, pepper }),
    sessions: sessionsRepository({ ...world, pepper, signingKeys: keys, config }),
    hostTokens: hostTokens({ ...world, signingKeys: keys, config }),
    oauthStates: oauthStates({ ...world, pepper }),
    verificationCodes: codes,
    codeRequests: codeRequests({ ...world, pepper, codes, config }),
  };
}
