import { hostTokensOf } from '../evaluation/hosts/composition.ts';
import { sessionServices } from '../login/composition.ts';
import { credentialReader } from '../login/service/credentials.ts';
import type { Compositions } from '../platform/composition.ts';
import type { Config } from '../platform/settings/config.ts';

/** Reads who asks, by every kind of credential (spec 5). */
export const callerReader = (
  host: Pick<Compositions<'table' | 'keys'>, 'shared'>,
  { adminKey }: Pick<Config, 'adminKey'>,
) => credentialReader({ ...host.shared(sessionServices), hostTokens: host.shared(hostTokensOf), adminKey });
