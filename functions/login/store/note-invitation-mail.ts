import type { World } from '../../platform/world.ts';
import type { InvitationMail, Membership } from '../domain/membership.ts';
import type { LoginPepper } from './login-pepper.ts';
import { memberKey } from './membership-rows.ts';

/** Notes what became of the mail of an invitation; an invitation that was accepted or replaced since stays as it is. */
export async function noteInvitationMail(
  { table, pepper }: Pick<World, 'table'> & { pepper: LoginPepper },
  { userName, tenant, invitedUntil }: Pick<Membership, 'userName' | 'tenant' | 'invitedUntil'>,
  mail: InvitationMail,
): Promise<void> {
  const key = memberKey(await pepper.digestOf(userName), tenant);
  const when = { state: { equals: 'invited' }, invitedUntil: { equals: invitedUntil } };
  await table.update(key, { invitationMail: mail }, { when });
}
