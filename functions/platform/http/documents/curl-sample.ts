import type { EndpointFacts } from '../api.ts';
import type { EndpointDoc } from './endpoint-doc.ts';

/** Longer examples are left to the description of the body. */
const MAX_BODY_LENGTH = 2_000;

/**
 * A call of an endpoint as a curl command, with the address and the token in the variables that the CLI reads. Path
 * parts keep their names in capitals.
 */
export function curlSample({ method, path }: Pick<EndpointFacts, 'method' | 'path'>, { request }: EndpointDoc): string {
  const url = `$SVC_URL${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${capitals(name)}`)}`;
  const [type, body] = Object.entries(request ?? {})[0] ?? [];
  const data = typeof body?.example === 'string' ? body.example : JSON.stringify(body?.example);
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "${url}"`,
    '-H "authorization: Bearer $SVC_TOKEN"',
    ...(type === undefined ? [] : [`-H 'content-type: ${type}'`]),
    ...(data === undefined || data.length > MAX_BODY_LENGTH
      ? []
      : [`--data-binary '${data.replaceAll("'", String.raw`'\''`)}'`]),
  ].join(' \\\n  ');
}

/** `planItemId` is PLAN_ITEM_ID. */
const capitals = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
