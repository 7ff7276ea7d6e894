import type { PatternMatcher } from '../../../applications/domain/endpoint-patterns.ts';

/** A name that is a path, with the method before it or the operation behind it that it may have. */
const PATH_NAME = /^([A-Z]+ )?(\/[^#]*)(#.*)?$/s;

/** The name of an endpoint by the path patterns of its application; the same name where none matches. */
export function patternedName(name: string, method: string, matcher: PatternMatcher): string {
  const [, before = '', path, behind = ''] = PATH_NAME.exec(name) ?? [];
  const pattern = path === undefined ? null : matcher(path, method);
  return pattern === null ? name : `${before}${pattern}${behind}`;
}

/** The path in the name of an endpoint; null for a name of another form. */
export const pathOfName = (name: string): string | null => PATH_NAME.exec(name)?.[2] ?? null;
