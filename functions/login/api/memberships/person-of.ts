import type { ApiRequest } from '../../../platform/http/api.ts';
import type { LoginServices } from '../../composition.ts';
import { parseUserName } from '../../domain/user-name.ts';

/** The header of a user who has logged in and belongs to no tenant. */
export const LOGIN_TICKET = 'login-ticket';

/** A user who asks about their own memberships. */
export interface Asking {
  userName: string;
  /** The tenant of the session. */
  tenant: string;
}

/**
 * The user whose session asks: of the page, or of the header `access-token`. Null for guests, API keys and everyone
 * else; also if `x-tenant-id` names another tenant.
 */
export async function personOf(
  { headers, caller, isOfPage }: Pick<ApiRequest, 'headers' | 'caller' | 'isOfPage'>,
  { sessions }: Pick<LoginServices, 'sessions'>,
): Promise<Asking | null> {
  const token = headers.get('access-token');
  const holder = isOfPage ? caller : token ? await sessions.holderOf(token) : null;
  const wanted = headers.get('x-tenant-id');
  if (holder === null || (wanted !== null && wanted !== holder.tenant)) return null;
  // The names of keys and guests are not mail addresses.
  const userName = parseUserName(holder.name);
  return userName === null ? null : { userName, tenant: holder.tenant };
}

/** The name of the user that answers an invitation: by the ticket of a login, else by a session. */
export async function invitedPersonOf(
  request: Pick<ApiRequest, 'headers' | 'caller' | 'isOfPage'>,
  services: Pick<LoginServices, 'sessions' | 'tickets'>,
): Promise<string | null> {
  const ticket = request.headers.get(LOGIN_TICKET);
  if (ticket !== null) return services.tickets.holderOf(ticket);
  return (await personOf(request, services))?.userName ?? null;
}
