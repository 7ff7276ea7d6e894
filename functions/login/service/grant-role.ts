import type { World } from '../../platform/world.ts';
import { DATA_DIRECTORY } from '../domain/data-directory.ts';
import type { Membership } from '../domain/membership.ts';
import type { Role } from '../domain/roles.ts';
import { auditStore } from '../store/audit.ts';
import { loginPepper } from '../store/login-pepper.ts';
import { userStore } from '../store/users.ts';

const TENANT = 'default';

/**
 * Gives a user a role in the tenant `default` from outside the service: the role of a member changes, and any other
 * address is invited, so that its first login has the role. Returns the membership, or why nothing changed.
 */
export async function grantRole(
  world: Pick<World, 'table' | 'keys' | 'now' | 'newId'>,
  { userName, role }: Pick<Membership, 'userName'> & { role: Role },
): Promise<Membership | 'LAST_ADMIN'> {
  const users = userStore({ ...world, pepper: loginPepper(world) });
  const member = await users.setRole(userName, role, TENANT, DATA_DIRECTORY);
  if (member === 'NO_MEMBERSHIP') throw new Error('an invitation was refused');
  if (member === 'LAST_ADMIN') return member;
  const action = member.state === 'invited' ? 'user.invited' : 'user.role';
  await auditStore(world, TENANT).note({ name: DATA_DIRECTORY }, action, { userName, role });
  return member;
}
