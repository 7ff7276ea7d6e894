import type { Blobs } from '../../world.ts';
import { lazyPort } from '../lazy-port.ts';
import type { AwsPort } from '../world.ts';

/** The Blobs port: one S3 bucket. */
export const blobs: AwsPort<Blobs> = (config, { limits }) =>
  lazyPort(async () => (await import('../blobs.ts')).bucketBlobs(config, limits));
