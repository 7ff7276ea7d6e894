import { pathTemplate } from '../../recordings/domain/operation-name.ts';
import { fixedParts } from './changing-value.ts';

/** The pattern of a cache key, with ids and tokens as `{id}`: `user:17` and `user:18` have one. */
export function keyTemplate(key: string): string {
  if (key.length > MAX_KEY) return key.slice(0, MAX_KEY);
  return pathTemplate(fixedParts(key).replaceAll(/[?#]/g, '_').replaceAll(/[:|.]/g, '/'));
}

/** Longer keys are content. */
const MAX_KEY = 2048;
