import createClient from 'openapi-fetch';
import type { Paths } from './paths.ts';

export interface ServiceClientOptions {
  /** The service's base URL. */
  url: string;
  /** The access token of a login (interface 4.8). */
  accessToken?: string;
  apiKey?: string;
  /** The API key's tenant; optional if there is only one tenant. */
  tenantId?: string;
  /** Sends the requests. Default: the runtime's `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
}

export type ServiceClient = ReturnType<typeof serviceClient>;

/**
 * Calls the service's endpoints by method and path, with the types of the OpenAPI document; resolves with `{data}` or
 * `{error}`, and `response`.
 */
export const serviceClient = ({ url, accessToken, apiKey, tenantId, fetch }: ServiceClientOptions) =>
  createClient<Paths>({
    baseUrl: url.replace(/\/+$/, ''),
    headers: {
      ...(accessToken && { 'access-token': accessToken }),
      ...(apiKey && { 'x-api-key': apiKey }),
      ...(tenantId && { 'x-tenant-id': tenantId }),
    },
    ...(fetch && { fetch }),
  });
