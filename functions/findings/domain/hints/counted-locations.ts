import type { RunHint } from '../../../replay/domain/hint.ts';

/**
 * How many endpoints some requests are of: by path, and by method and path. A path of an unknown method counts once.
 */
export const countedLocations = (
  some: readonly { operation: string; method?: string | undefined }[],
): Pick<RunHint, 'interfaces' | 'endpoints'> => ({
  interfaces: new Set(some.map(({ operation }) => operation)).size,
  endpoints: new Set(some.map(({ operation, method = '' }) => `${method} ${operation}`)).size,
});
