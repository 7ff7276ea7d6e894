/** How the endpoints of an application are named (interface 10). */
export type OperationNaming = 'path' | 'method-path';

/** Segments that are ids: numbers, UUIDs, ULIDs and hex texts of 16 digits or more (object ids, hashes, trace ids). */
const ID_SEGMENTS = [
  /^\d+$/,
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i,
  /^[0-9a-f]{16,}$/i,
];

/** The endpoint of a recorded path: its query left out, its id segments as `{id}` (interface 10). */
export function pathTemplate(path: string): string {
  const end = path.indexOf('?');
  return (end === -1 ? path : path.slice(0, end))
    .split('/')
    .map((segment) => (ID_SEGMENTS.some((form) => form.test(segment)) ? '{id}' : segment))
    .join('/');
}

/**
 * The endpoint's name under which a case is kept: the one it came with, else its path's template; where the application
 * names endpoints `METHOD /path`, a bare path gets its method in front.
 */
export function operationName(given: string | null, method: string, path: string, naming: OperationNaming): string {
  const name = given ?? pathTemplate(path);
  return naming === 'method-path' && name.startsWith('/') ? `${method} ${name}` : name;
}
