import * as v from 'valibot';
import { identityCandidates } from '../../../compare/domain/arrays/identity.ts';
import { scanJson } from '../../../platform/json/scan-json.ts';

/** Maximum end positions of the first element that are tried. Each closes one more nested object. */
const MAX_TRIED = 20;

/**
 * The member that most likely identifies the elements of a list, by the start of the list as JSON text. Null if there
 * is not a candidate.
 */
export const keyCandidate = (excerpt: string | null): string | null => firstElement(excerpt)?.key ?? null;

/** What stands first in a list on each side, by its key; null if that is not known, or equal. */
export function firstByKey(
  recorded: string | null,
  replayed: string | null,
): { recorded: string; replayed: string } | null {
  const [one, other] = [firstElement(recorded), firstElement(replayed)];
  if (one === null || other === null || one.key === null || one.key !== other.key || one.value === other.value)
    return null;
  return { recorded: `${one.key} ${one.value}`, replayed: `${one.key} ${other.value}` };
}

const Members = v.record(v.string(), v.unknown());

/** The first element of a list: the member that most likely identifies it, with its value. */
function firstElement(excerpt: string | null): { key: string | null; value: string } | null {
  const start = excerpt === null || !excerpt.trimStart().startsWith('[') ? -1 : excerpt.indexOf('{');
  if (excerpt === null || start < 0) return null;
  let end = start;
  for (let tried = 0; tried < MAX_TRIED; tried++) {
    end = excerpt.indexOf('}', end + 1);
    if (end < 0) return null;
    const text = excerpt.slice(start, end + 1);
    const element = scanJson(Buffer.from(text));
    if (element === null) continue;
    const [key = null] = identityCandidates(element, 0);
    return { key, value: key === null ? '' : String(v.parse(Members, JSON.parse(text))[key]) };
  }
  return null;
}
