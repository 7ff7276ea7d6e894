/** How the endpoints of an application are named (interface 10). */
export type OperationNaming = 'path' | 'method-path';

/** Segments that are ids: numbers, UUIDs, ULIDs and hex texts of 16 digits or more (object ids, hashes, trace ids). */
const ID_SEGMENTS = [
  /^\d+$/,
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i,
  /^[0-9a-f]{16,}$/i,
];

/** A name that is a path, without an operation of its own. */
const PATH_NAME = /^(?:[A-Z]+ )?\/[^#]*$/;

/** Derives the endpoint of a recorded path: without its query, with id segments as `{id}` (interface 10). */
export function pathTemplate(path: string): string {
  const end = path.indexOf('?');
  return (end === -1 ? path : path.slice(0, end))
    .split('/')
    .map((segment) => (ID_SEGMENTS.some((form) => form.test(segment)) ? '{id}' : segment))
    .join('/');
}

/**
 * Returns the endpoint name of a case: the given one, else its path's template, with `#` and the operation of a request
 * of GraphQL, JSON-RPC or SOAP. If the application names endpoints `METHOD /path`, a bare path is prefixed with its
 * method.
 */
export function operationName(
  given: string | null,
  { method, path, rpc }: { method: string; path: string; rpc: string | null },
  naming: OperationNaming,
): string {
  const base = given ?? pathTemplate(path);
  const name = rpc !== null && PATH_NAME.test(base) ? `${base}#${rpc}` : base;
  return naming === 'method-path' && name.startsWith('/') ? `${method} ${name}` : name;
}
