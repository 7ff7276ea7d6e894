import { hostTokensOf } from '../evaluation/hosts/composition.ts';
import { sessionServices } from '../login/composition.ts';
import { credentialReader } from '../login/service/credentials.ts';
import type { AdminDigest } from '../login/store/admin-key-digest.ts';
import type { Compositions } from '../platform/composition.ts';

/** Reads who asks, by every kind of credential (spec 5). */
export const callerReader = (host: Pick<Compositions<'table' | 'keys'>, 'shared'>, adminDigest: AdminDigest) =>
  credentialReader({ ...host.shared(sessionServices), hostTokens: host.shared(hostTokensOf), adminDigest });
