import type { Config } from './config.ts';
import { isLoopback } from './setting-values.ts';

/**
 * Whether others than this machine reach a service: it listens beyond loopback, or the address that people open is
 * elsewhere.
 */
export const isReachedByOthers = ({
  isLoopbackOnly,
  publicUrl,
}: Pick<Config, 'isLoopbackOnly' | 'publicUrl'>): boolean =>
  !isLoopbackOnly || !isLoopback(new URL(publicUrl).hostname.replace(/^\[|\]$/g, ''));
