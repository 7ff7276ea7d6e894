import type { Workflows } from '../../world.ts';
import { lazyPort } from '../lazy-port.ts';
import type { AwsPort } from '../world.ts';

/** The Workflows port: state machines of Step Functions. */
export const workflows: AwsPort<Workflows> = (config, { limits }) =>
  lazyPort(async () => (await import('../workflows.ts')).deployedWorkflows(config, limits));
