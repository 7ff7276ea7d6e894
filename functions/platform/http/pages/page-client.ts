import {
  type ApiResponse,
  type Caller,
  type Endpoint,
  ERRORS,
  type ErrorRow,
  plainErrors,
  type Services,
} from '../api.ts';
import { readBody } from '../body.ts';
import { mayDo } from '../may-do.ts';
import type { Ask } from './page-route.ts';

/** Lets pages ask endpoints in the name of a caller, from where he asks. */
export function pageClient(endpoints: readonly Endpoint[]) {
  const byName = new Map(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]));

  return (caller: Caller, services: Services, source: string | null): Ask =>
    async (method, path, { params = {}, query = {}, body, bytes, headers = {} } = {}) => {
      const endpoint = byName.get(`${method} ${path}`);
      const refusal = (error: ErrorRow): ApiResponse => ({
        status: error.status,
        body: (endpoint?.errors ?? plainErrors)(error, services.now()),
      });
      if (endpoint === undefined) return refusal(ERRORS.notFound);
      if (endpoint.scope !== null && !mayDo(caller, endpoint.scope)) return refusal(ERRORS.forbidden);
      const sent = new Request(`http://page${path.replace(/[{}]/g, '')}`, {
        method,
        headers: { ...(endpoint.body?.contentType && { 'content-type': endpoint.body.contentType }), ...headers },
        ...(method !== 'GET' && { body: bodyOf(body, bytes) }),
      });
      const read = await readBody(sent, endpoint.body);
      if ('error' in read) return refusal(read.error);
      return endpoint.answer(
        {
          ...{ method, params, query: new URLSearchParams(query), headers: sent.headers, caller, source, ...read },
          ...{ path: new URL(sent.url).pathname, requestId: services.newId(), isOfPage: true },
        },
        services,
      );
    };
}

// Bytes of ours are never in shared memory, which is all that the wider type leaves open.
const bodyOf = (body: unknown, bytes: Uint8Array | undefined) =>
  bytes === undefined ? (body === undefined ? null : JSON.stringify(body)) : (bytes as Uint8Array<ArrayBuffer>);
