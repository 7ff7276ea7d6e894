import type { Command } from 'commander';
import { type ServiceClient, serviceClient } from '../client/service-client.ts';
import { type Credential, credentialFor } from './credential.ts';
import type { Host } from './host.ts';
import { type Output, outputTo } from './output.ts';
import { DEFAULT_URL, type ServiceAddress, serviceAddress } from './service-address.ts';
import { serviceFetch } from './service-fetch.ts';

/** Options of every command. */
export interface GlobalOptions {
  url?: string;
  tenant?: string;
  json?: boolean;
  token?: string;
}

/** What a command works with: its output and the service. */
export interface Session {
  host: Host;
  output: Output;
  address: ServiceAddress;
  credential: Credential;
  client: ServiceClient;
  /** The tenant that was chosen. */
  tenantId: string | undefined;
  /**
   * GETs a path with an unbounded response, with the credential; the caller reads the body. The response may also name
   * an address with the rest (status 307, JSON), which must not get the credential.
   */
  stream(path: string): Promise<Response>;
  /** POSTs a JSON text to a path, with the credential; `timeoutMs` bounds the whole exchange. */
  post(path: string, body: string, timeoutMs?: number): Promise<Response>;
}

export type OpenSession = (command: Command) => Promise<Session>;

/** Reads the options that all commands share and finds the credential. */
export async function openSession(command: Command, host: Host): Promise<Session> {
  const { url, tenant, token, json = false } = command.optsWithGlobals<GlobalOptions>();
  const openApiToken = (token ?? host.env.SVC_OPENAPI_TOKEN)?.trim();
  const address = {
    ...serviceAddress(url ?? (host.env.SVC_URL || DEFAULT_URL)),
    ...(openApiToken && { openApiToken }),
  };
  const credential = await credentialFor(address, host);
  const contact = { hasAnswered: false };
  const tenantId = tenant ?? host.env.SVC_TENANT;
  const headers = {
    ...(credential.accessToken && { 'access-token': credential.accessToken }),
    ...(credential.apiKey && { 'x-api-key': credential.apiKey }),
    ...(tenantId && { 'x-tenant-id': tenantId }),
  };
  return {
    host,
    output: outputTo(host, json),
    address,
    credential,
    tenantId,
    client: serviceClient({
      url: address.url,
      ...credential,
      ...(tenantId && { tenantId }),
      fetch: serviceFetch(address, undefined, contact),
    }),
    stream: (path) =>
      serviceFetch(address, null, contact, isAddress)(new Request(`${address.url}${path}`, { headers })),
    post: (path, body, timeoutMs) =>
      serviceFetch(
        address,
        timeoutMs,
        contact,
      )(
        new Request(`${address.url}${path}`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body,
        }),
      ),
  };
}

/** The service itself names an address in JSON; a login page in front of it is HTML. */
const isAddress = ({ status, headers }: Response): boolean =>
  status === 307 && headers.get('content-type')?.startsWith('application/json') === true;
