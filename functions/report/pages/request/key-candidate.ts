import { identityCandidates } from '../../../compare/domain/arrays/identity.ts';
import { scanJson } from '../../../platform/json/scan-json.ts';

/** Maximum end positions of the first element that are tried. Each closes one more nested object. */
const MAX_TRIED = 20;

/**
 * The member that most likely identifies the elements of a list, by the start of the list as JSON text. Null if there
 * is no candidate.
 */
export function keyCandidate(excerpt: string | null): string | null {
  const start = excerpt === null || !excerpt.trimStart().startsWith('[') ? -1 : excerpt.indexOf('{');
  if (excerpt === null || start < 0) return null;
  let end = start;
  for (let tried = 0; tried < MAX_TRIED; tried++) {
    end = excerpt.indexOf('}', end + 1);
    if (end < 0) return null;
    const element = scanJson(Buffer.from(excerpt.slice(start, end + 1)));
    if (element !== null) return identityCandidates(element, 0)[0] ?? null;
  }
  return null;
}
