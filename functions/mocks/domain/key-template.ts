import { pathTemplate } from '../../recordings/domain/operation-name.ts';

/** The pattern of a cache key, with ids as `{id}`: `user:17` and `user:18` have one. */
export const keyTemplate = (key: string): string =>
  key.length > MAX_KEY ? key.slice(0, MAX_KEY) : pathTemplate(key.replaceAll(/[?#]/g, '_').replaceAll(/[:|.]/g, '/'));

/** Longer keys are content. */
const MAX_KEY = 512;
