import { auth } from 'hono/utils/basic-auth';

/** The user of basic credentials whose password is an API key: for clients whose only setting is an address. */
const KEY_USER = 'agent';

/** Headers that carry credentials of the service; a caller that it knows has sent them to it. */
const OF_SERVICE: ReadonlySet<string> = new Set(['x-api-key', 'access-token', 'arex-api-token', 'x-tenant-id']);

/** What a request below a prefix carries for the service. */
export interface PrefixCredential {
  /** The API key as other endpoints read it, with the tenant; without a key if there is none. */
  headers: Headers;
  /** The other headers, which belong to the endpoint. */
  others(isKnown: boolean): (readonly [string, string])[];
}

/**
 * Reads the API key of a request below a prefix: the password of basic credentials of the user `agent`, or else
 * `x-api-key`. Such requests may carry credentials of another service, so bearer tokens are left alone. `isGuarded`:
 * `authorization` is the password of this service itself (SVC_BASIC_AUTH).
 */
export function prefixCredential(request: Request, isGuarded: boolean): PrefixCredential {
  const basic = isGuarded ? undefined : auth(request);
  const isBasic = basic?.username === KEY_USER;
  const key = isBasic ? basic.password : request.headers.get('x-api-key');
  const headers = new Headers();
  const tenant = request.headers.get('x-tenant-id');
  // A password may have characters that no header has, and no API key either.
  if (key !== null && /^[\x21-\x7e]+$/.test(key)) headers.set('x-api-key', key);
  if (tenant !== null) headers.set('x-tenant-id', tenant);
  return {
    headers,
    others(isKnown) {
      const isOwn = (name: string) =>
        name === 'authorization'
          ? isBasic || isGuarded
          : isKnown && OF_SERVICE.has(name) && !(isBasic && name === 'x-api-key');
      return [...request.headers].filter(([name]) => !isOwn(name));
    },
  };
}
