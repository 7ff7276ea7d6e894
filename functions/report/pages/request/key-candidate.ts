import { identityCandidates } from '../../../compare/domain/arrays/identity.ts';
import { scanJson } from '../../../platform/json/scan-json.ts';

/** Ends of the first element that are tried; each closes one more object inside it. */
const MOST_TRIED = 20;

/** The member that most likely tells the elements of a list apart, by the beginning of the list as JSON text; null where none looks like it. */
export function keyCandidate(excerpt: string | null): string | null {
  const start = excerpt === null || !excerpt.trimStart().startsWith('[') ? -1 : excerpt.indexOf('{');
  if (excerpt === null || start < 0) return null;
  let end = start;
  for (let tried = 0; tried < MOST_TRIED; tried++) {
    end = excerpt.indexOf('}', end + 1);
    if (end < 0) return null;
    const element = scanJson(Buffer.from(excerpt.slice(start, end + 1)));
    if (element !== null) return identityCandidates(element, 0)[0] ?? null;
  }
  return null;
}
