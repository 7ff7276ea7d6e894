import { serviceClient } from '../client/service-client.ts';
import { CliFailure } from './cli-failure.ts';
import type { Host } from './host.ts';
import type { ServiceAddress } from './service-address.ts';
import { serviceFetch } from './service-fetch.ts';
import { type StoredLogin, storedLogins } from './stored-logins.ts';

/** What is sent to say who asks; neither for the Open API, which asks nobody. */
export interface Credential {
  accessToken?: string;
  apiKey?: string;
}

/** A token is refreshed while it is still good for this long. */
const FRESH_MS = 60_000;

/** SVC_TOKEN, a JWT being an access token and anything else an API key; or else the login that is stored for this service, refreshed when it is old. */
export async function credentialFor(address: ServiceAddress, host: Host): Promise<Credential> {
  const token = host.env.SVC_TOKEN?.trim();
  if (token) return /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(token) ? { accessToken: token } : { apiKey: token };
  const logins = storedLogins(host);
  const isFresh = ({ expiresAt }: StoredLogin) => Date.parse(expiresAt) - host.now() > FRESH_MS;
  const login = await logins.find(address.url);
  if (login === undefined) return {};
  if (isFresh(login)) return { accessToken: login.accessToken };
  const refreshed = await logins.change(address.url, async (current) => {
    // Another command may have refreshed it a moment ago.
    if (current === undefined || isFresh(current)) return current;
    return refresh(current, address);
  });
  return refreshed ? { accessToken: refreshed.accessToken } : {};
}

/** Undefined where the session is over: then it is forgotten. */
async function refresh(
  { userName, refreshToken }: StoredLogin,
  address: ServiceAddress,
): Promise<StoredLogin | undefined> {
  if (refreshToken === null) return undefined;
  const client = serviceClient({ url: address.url, fetch: serviceFetch(address) });
  const { data, response } = await client.GET('/api/login/refresh/{userName}', {
    params: { path: { userName }, header: { 'refresh-token': refreshToken } },
  });
  if (response.status === 401) return undefined;
  const login = data && loginOf(data.body);
  if (!login) throw new CliFailure('NOT_REFRESHED', 'the login could not be refreshed', 'Run `replay login` again.');
  return login;
}

/** A login as it is kept, of what login endpoints answer; null without success. */
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
