import { isObject } from '../../../../platform/json/is-object.ts';
import type { Auth } from './postman-collection.ts';

/** What an authorization adds to a request. */
export interface Authorization {
  headers: [string, string][];
  query: [string, string][];
}

const NOTHING: Authorization = { headers: [], query: [] };

/** What an authorization adds to a request, or why a file cannot tell it: Postman computes the others as it sends. */
export function authorizationOf(auth: Auth): Authorization | string {
  if (auth === null || auth.type === 'noauth' || auth.type === 'inherit') return NOTHING;
  const parameter = parametersOf(auth[auth.type]);
  switch (auth.type) {
    case 'bearer':
      return inHeader('authorization', `Bearer ${parameter('token')}`);
    case 'basic': {
      const pair = Buffer.from(`${parameter('username')}:${parameter('password')}`).toString('base64');
      return inHeader('authorization', `Basic ${pair}`);
    }
    case 'apikey': {
      const [name, value] = [parameter('key'), parameter('value')];
      if (name === '') return NOTHING;
      return parameter('in') === 'query' ? { headers: [], query: [[name, value]] } : inHeader(name, value);
    }
    case 'oauth2': {
      const token = parameter('accessToken');
      if (token === '') return COMPUTED;
      if (parameter('addTokenTo') === 'queryParams') return { headers: [], query: [['access_token', token]] };
      return inHeader('authorization', `${parameter('headerPrefix').trim() || 'Bearer'} ${token}`);
    }
    default:
      return COMPUTED;
  }
}

const COMPUTED = 'Postman computes the authorization when it sends the request; the collection does not contain it';

/** A value that no header can carry is left out, as the case would be rejected for it. */
const inHeader = (name: string, value: string): Authorization =>
  /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name) && !/[\r\n\0]/.test(value)
    ? { headers: [[name, value]], query: [] }
    : NOTHING;

/** Parameters: `[{key, value}]` in 2.1, an object in 2.0. */
function parametersOf(given: unknown): (name: string) => string {
  const entries = Array.isArray(given)
    ? given.filter(isObject).map(({ key, value }): [unknown, unknown] => [key, value])
    : isObject(given)
      ? Object.entries(given)
      : [];
  return (name) => {
    const value = entries.find(([key]) => key === name)?.[1];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
}
