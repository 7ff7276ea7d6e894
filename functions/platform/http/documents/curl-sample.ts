import type { EndpointFacts } from '../api.ts';
import { OPEN_API_PREFIX } from '../families.ts';
import type { EndpointDoc, ParameterDocs } from './endpoint-doc.ts';

/** Longer examples are left to the description of the body. */
const MAX_BODY_LENGTH = 2_000;

/** Headers that carry a credential. */
const CREDENTIALS = ['access-token', 'refresh-token'];

/**
 * A call of an endpoint as a curl command, with address and credential in variables: SVC_URL, and SVC_TOKEN for an API
 * key. Path parts keep their names in capitals. Required parameters of the query have their example.
 */
export function curlSample(
  { method, path, scope }: Pick<EndpointFacts, 'method' | 'path' | 'scope'>,
  { request, query = {}, headers = {} }: Pick<EndpointDoc, 'request' | 'query' | 'headers'>,
): string {
  const url = `$SVC_URL${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${capitals(name)}`)}${queryOf(query)}`;
  const [type, body] = Object.entries(request ?? {})[0] ?? [];
  const data = typeof body?.example === 'string' ? body.example : JSON.stringify(body?.example);
  const own = Object.entries(headers).flatMap(([name, { example }]) =>
    example === undefined ? [] : [[name, String(example)] as const],
  );
  const hasCredential = own.some(([name]) => CREDENTIALS.includes(name));
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "${url}"`,
    ...(hasCredential ? [] : credentialOf({ path, scope })),
    ...own.map(([name, value]) => `-H '${quoted(`${name}: ${value}`)}'`),
    ...(type === undefined ? [] : [`-H 'content-type: ${type}'`]),
    ...(data === undefined || data.length > MAX_BODY_LENGTH ? [] : [`--data-binary '${quoted(data)}'`]),
  ].join(' \\\n  ');
}

/** The Open API takes its token, if one is set; curl sends no header without a value. */
function credentialOf({ path, scope }: Pick<EndpointFacts, 'path' | 'scope'>): string[] {
  if (scope === 'host:publish') return ['-H "authorization: Bearer $HOST_TOKEN"'];
  if (scope !== null) return ['-H "x-api-key: $SVC_TOKEN"'];
  return isOfOpenApi(path) ? ['-H "x-api-key: $SVC_OPENAPI_TOKEN"'] : [];
}

function queryOf(query: ParameterDocs): string {
  const parameters = Object.entries(query).flatMap(([name, { required, example }]): [string, string][] =>
    required && example !== undefined ? [[name, String(example)]] : [],
  );
  return parameters.length === 0 ? '' : `?${new URLSearchParams(parameters)}`;
}

const isOfOpenApi = (path: string): boolean => path.startsWith(OPEN_API_PREFIX);

/** For single quotes of a shell. */
const quoted = (text: string): string => text.replaceAll("'", String.raw`'\''`);

/** `planItemId` is PLAN_ITEM_ID. */
const capitals = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
