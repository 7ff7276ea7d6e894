import type { Queue } from '../../world.ts';
import { lazyPort } from '../lazy-port.ts';
import type { AwsPort } from '../world.ts';

/** The Queue port: an SQS queue and its dead-letter queue. */
export const queue: AwsPort<Queue> = (config, { limits }) =>
  lazyPort(async () => (await import('../queue.ts')).deployedQueue(config, limits));
