import type { Mail } from '../../world.ts';
import { lazyPort } from '../lazy-port.ts';
import type { AwsPort } from '../world.ts';

/** The Mail port: SES. */
export const mail: AwsPort<Mail> = (config, { limits }) =>
  lazyPort(async () => (await import('../mail.ts')).deployedMail(config, limits));
