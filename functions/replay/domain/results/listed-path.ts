import { plainMask } from '../../../recordings/domain/masks/mask.ts';
import { maskText } from '../../../recordings/domain/masks/mask-text.ts';

/** Maximum characters of a path in lists of requests. */
export const MAX_LISTED_PATH = 500;

/** Path and query of a request as lists show them to every reader: without credentials, cut where they are long. */
export function listedPath(path: string): string {
  const masked = maskText(path, plainMask).toWellFormed();
  if (masked.length <= MAX_LISTED_PATH) return masked;
  // Half of a surrogate pair is left out.
  return `${masked.slice(0, MAX_LISTED_PATH - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
