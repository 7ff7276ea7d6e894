import createClient from 'openapi-fetch';
import type { Paths } from './paths.ts';

export interface ServiceClientOptions {
  /** Where the service answers. */
  url: string;
  /** Of a login (interface 4.8). */
  accessToken?: string;
  apiKey?: string;
  /** The API key's tenant; may be left out where there is one tenant only. */
  tenantId?: string;
  /** What sends; the runtime's own unless told. */
  fetch?: (request: Request) => Promise<Response>;
}

export type ServiceClient = ReturnType<typeof serviceClient>;

/** Calls the service's endpoints by method and path, with the types of the OpenAPI document: `{data}` or `{error}`, and `response`. */
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
