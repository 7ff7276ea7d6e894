import { signingKeysOf } from '../../login/composition.ts';
import type { SharedComposition } from '../../platform/composition.ts';
import { hostTokens } from './store/host-tokens.ts';

/** Tokens of federated workers, of no tenant (evaluation 3.11). */
export const hostTokensOf = ({ world, config, shared }: SharedComposition<'table' | 'keys'>) =>
  hostTokens({ ...world, signingKeys: shared(signingKeysOf), config });
