import { serviceClient } from '../client/service-client.ts';
import { CliFailure } from './cli-failure.ts';
import type { Host } from './host.ts';
import type { ServiceAddress } from './service-address.ts';
import { serviceFetch } from './service-fetch.ts';
import { type StoredLogin, storedLogins } from './stored-logins.ts';

/** The credential sent with requests; both members are absent for the Open API, which needs none. */
export interface Credential {
  accessToken?: string;
  apiKey?: string;
}

/** A token is refreshed when its remaining lifetime is shorter than this. */
const FRESH_MS = 60_000;

/**
 * Returns the credential from SVC_TOKEN (a JWT is an access token, anything else an API key), or else the stored login
 * of this service, refreshed when it is about to expire.
 */
export async function credentialFor(address: ServiceAddress, host: Host): Promise<Credential> {
  const token = host.env.SVC_TOKEN?.trim();
  if (token) return /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(token) ? { accessToken: token } : { apiKey: token };
  const logins = storedLogins(host);
  const isFresh = ({ expiresAt }: StoredLogin) => Date.parse(expiresAt) - host.now() > FRESH_MS;
  const login = await logins.find(address.url);
  if (login === undefined) return {};
  if (isFresh(login)) return { accessToken: login.accessToken };
  const refreshed = await logins.change(address.url, async (current) => {
    // Another command may have refreshed it in the meantime.
    if (current === undefined || isFresh(current)) return current;
    return refresh(current, address);
  });
  return refreshed ? { accessToken: refreshed.accessToken } : {};
}

/** Undefined if the session has ended; the stored login is then deleted. */
async function refresh(
  { userName, refreshToken }: StoredLogin,
  address: ServiceAddress,
): Promise<StoredLogin | undefined> {
  if (refreshToken === null) return undefined;
  const client = serviceClient({ url: address.url, fetch: serviceFetch(address) });
  const { data, response } = await client.POST('/api/login/refresh/{userName}', {
    params: { path: { userName }, header: { 'refresh-token': refreshToken } },
  });
  if (response.status === 401) return undefined;
  const login = data && loginOf(data.body);
  if (!login) throw new CliFailure('NOT_REFRESHED', 'the login could not be refreshed', 'Run `replay login` again.');
  return login;
}

/** Returns the login to store from the response of a login endpoint; null unless it succeeded. */
export function loginOf(answer: {
  success: boolean;
  userName: string | null;
  accessToken: string | null;
  refreshToken: string | null;
  expiresAt: string | null;
}): StoredLogin | null {
  const { success, userName, accessToken, refreshToken, expiresAt } = answer;
  if (!success || userName === null || accessToken === null || expiresAt === null) return null;
  return { userName, accessToken, refreshToken, expiresAt };
}
