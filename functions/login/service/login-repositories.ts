import { hostTokens } from '../../evaluation/hosts/store/host-tokens.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { World } from '../../platform/world.ts';
import { apiKeysRepository } from '../store/api-keys.ts';
import { loginPepper } from '../store/login-pepper.ts';
import { oauthStates } from '../store/oauth-states.ts';
import { sessionsRepository } from '../store/sessions.ts';
import { signingKeys } from '../store/signing-keys.ts';
import { tenantsRepository } from '../store/tenants.ts';
import { usersRepository } from '../store/users.ts';
import { verificationCodes } from '../store/verification-codes.ts';
import { codeRequests } from './code-requests.ts';

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
