import { accept, type Result, refuse } from '../../../platform/result.ts';

/** Maximum characters of a search. */
export const MAX_SEARCH_LENGTH = 200;
/** Maximum terms of a search. */
export const MAX_SEARCH_TERMS = 10;

/** A text in quotes, also one whose end is missing, or one without blanks. */
const TERM = /"([^"]*)"?|[^\s"]+/g;

/**
 * The terms of a search in lower case, each once: texts between blanks, and texts in quotes with their blanks. A search
 * that is too long, or has too many terms, is refused by the name of its parameter.
 */
export function searchTerms(text: string): Result<string[], 'INVALID_QUERY'> {
  if (text.length > MAX_SEARCH_LENGTH) return refuse('INVALID_QUERY', 'text');
  const found = [...text.matchAll(TERM)].map(([term, quoted]) => (quoted ?? term).trim().toLowerCase());
  const terms = [...new Set(found.filter((term) => term !== ''))];
  return terms.length > MAX_SEARCH_TERMS ? refuse('INVALID_QUERY', 'text') : accept(terms);
}
