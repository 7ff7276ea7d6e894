import * as v from 'valibot';
import { globMatcher } from './glob-matcher.ts';

/** Maximum characters of a pattern. */
const MAX_PATTERN_LENGTH = 200;

/** Maximum patterns of one parameter. */
export const MAX_PATTERNS = 20;

/** A pattern of requests: `GET /orders/*`, or a path alone for every method; `*` stands for any characters. */
export const ExchangePattern = v.pipe(
  v.string(),
  v.maxLength(MAX_PATTERN_LENGTH),
  v.regex(/^(?:[A-Za-z*-]+ )?[/*]\S*$/),
);

/** Compiles a pattern for a method, in any case, and a path with or without its query, which is not compared. */
export function exchangeMatcher(pattern: string): (method: string, path: string) => boolean {
  const space = pattern.indexOf(' ');
  const wanted = space === -1 ? '*' : pattern.slice(0, space).toUpperCase();
  const matchesMethod = globMatcher(wanted);
  const matchesPath = globMatcher(pattern.slice(space + 1));
  return (method, path) => matchesMethod(method.toUpperCase()) && matchesPath(pathnameOf(path));
}

/** A path without its query. */
export function pathnameOf(path: string): string {
  const end = path.indexOf('?');
  return end === -1 ? path : path.slice(0, end);
}
