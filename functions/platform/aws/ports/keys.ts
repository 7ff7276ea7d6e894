import type { Keys } from '../../world.ts';
import { lazyPort } from '../lazy-port.ts';
import type { AwsPort } from '../world.ts';

/** The Keys port: a KMS key. */
export const keys: AwsPort<Keys> = (config, { limits }) =>
  lazyPort(async () => (await import('../keys.ts')).deployedKeys(config, limits));
