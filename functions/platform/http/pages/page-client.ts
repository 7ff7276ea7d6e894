import type { World } from '../../world.ts';
import { type ApiRequest, type ApiResponse, type Caller, ERRORS, type Route } from '../api.ts';
import type { NoteRefused } from '../application.ts';
import { readBody } from '../bodies/body.ts';
import { WHOLE_BODIES } from '../bodies/body-room.ts';
import type { ErrorRow } from '../error-row.ts';
import { hasScope } from '../has-scope.ts';
import type { RequestLimits } from '../request-limits.ts';
import { withinQuota } from '../within-quota.ts';
import type { Ask } from './page-route.ts';

/** Where the request for a page came from. */
export type PageOrigin = Pick<ApiRequest, 'source' | 'isLocal'>;

/** What is checked and noted of the calls of pages, as of those over HTTP; by default only the scope is checked. */
export interface PageChecks {
  noteRefused?: NoteRefused | undefined;
  /** The quotas of tenants. */
  limits?: RequestLimits;
}

/** Creates a client through which pages call endpoints on behalf of a caller, from where the page was asked for. */
export function pageClient(
  endpoints: readonly Route[],
  { now, newId }: Pick<World, 'now' | 'newId'>,
  checks: PageChecks = {},
) {
  const byName = new Map(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]));

  return (caller: Caller, origin: PageOrigin): Ask =>
    async (method, path, { params = {}, query = {}, body, bytes, headers = {} } = {}) => {
      const endpoint = byName.get(`${method} ${path}`);
      if (endpoint === undefined) throw new Error(`a page asks ${method} ${path}, which is not given to it`);
      const refused = (error: ErrorRow): ApiResponse => ({
        status: error.status,
        body: endpoint.errors(error, now()),
      });
      const before = await errorBefore(endpoint, caller, params, checks);
      if (before !== null) return refused(before);
      const sent = new Request(`http://page${path.replace(/[{}]/g, '')}`, {
        method,
        headers: { ...(endpoint.body?.contentType && { 'content-type': endpoint.body.contentType }), ...headers },
        ...(method !== 'GET' && { body: bodyOf(body, bytes) }),
      });
      const read = await readBody(sent, endpoint.body, { ...WHOLE_BODIES, hold: WHOLE_BODIES.hold() });
      if ('error' in read) return refused(read.error);
      const parameters = parametersOf(query);
      const call = { endpoint, tenant: caller.tenant, request: { ...read, query: parameters }, refused };
      return withinQuota(checks.limits, call, () =>
        endpoint.answer({
          method,
          params,
          query: parameters,
          headers: sent.headers,
          caller,
          holder: async () => caller,
          // A page has a caller with a credential, who needs no other proof.
          isOwnUser: async () => false,
          ...origin,
          ...read,
          path: new URL(sent.url).pathname,
          requestId: newId(),
          isOfPage: true,
        }),
      );
    };
}

const parametersOf = (query: Readonly<Record<string, string | readonly string[]>>) =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, given]) => [given].flat().map((value): [string, string] => [name, value])),
  );

// Our bytes are never in shared memory, the only case that the wider type adds.
const bodyOf = (body: unknown, bytes: Uint8Array | undefined) =>
  bytes === undefined ? (body === undefined ? null : JSON.stringify(body)) : (bytes as Uint8Array<ArrayBuffer>);

/** The error of a call that its caller may not make, or not now. */
async function errorBefore(
  endpoint: Route,
  caller: Caller,
  params: Readonly<Record<string, string>>,
  { noteRefused, limits }: PageChecks,
): Promise<ErrorRow | null> {
  if (endpoint.scope === null || hasScope(caller, endpoint.scope))
    return limits?.rateError(endpoint, caller.tenant) ?? null;
  await noteRefused?.(caller, endpoint, params);
  return ERRORS.forbidden;
}
