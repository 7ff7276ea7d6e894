import { LOCAL_ADMINISTRATOR } from '../domain/local-administrator.ts';
import type { AuditStore } from '../store/audit.ts';
import type { Users } from '../store/users.ts';
import type { LoggedIn, PersonLogins } from './person-logins.ts';

/** Where the local administrator is an administrator. */
const TENANT = 'default';

/**
 * Logs the owner of a service on this machine in. The first login makes the user an administrator; a role that is set
 * later stays. The audit log names each login.
 */
export async function localLogin({
  users,
  personLogins,
  auditOfTenant,
}: {
  users: Users;
  personLogins: PersonLogins;
  auditOfTenant: (tenant: string) => AuditStore;
}): Promise<LoggedIn> {
  const audit = auditOfTenant(TENANT);
  const before = await users.find(LOCAL_ADMINISTRATOR, TENANT);
  if (before === undefined) {
    await users.admit(LOCAL_ADMINISTRATOR);
    await users.setRole(LOCAL_ADMINISTRATOR, 'admin', TENANT);
  }
  const loggedIn = await personLogins.logIn(LOCAL_ADMINISTRATOR, 'local');
  if (loggedIn.tokens !== null)
    await audit.note({ name: LOCAL_ADMINISTRATOR }, 'user.local-login', { userName: LOCAL_ADMINISTRATOR });
  return loggedIn;
}
