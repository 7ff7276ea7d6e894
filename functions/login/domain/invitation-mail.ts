import { isoText } from '../../platform/time/iso-text.ts';
import type { Membership } from './membership.ts';
import { parseUserName } from './user-name.ts';

/**
 * The link of an invitation: the login page with the address filled in. It holds no secret, because the login still
 * asks for a code that is mailed to the address, or for a provider that has verified it (decision 043).
 */
export const invitationLink = (publicUrl: string, userName: string): string =>
  `${publicUrl}/console/login?${new URLSearchParams({ userName })}`;

/** The mail that invites a user; the names of keys, which their owners choose freely, are not in it. */
export function invitationMail(
  { userName, tenant, role, invitedBy }: Pick<Membership, 'userName' | 'tenant' | 'role' | 'invitedBy'>,
  until: number,
  publicUrl: string,
) {
  const from = parseUserName(invitedBy) ?? 'An administrator';
  const where = tenant === 'default' ? '' : `, in the tenant ${tenant}`;
  return {
    to: userName,
    subject: 'Invitation to the Replay Regression Service',
    text: `${from} invites you to the Replay Regression Service at ${publicUrl}, with the role ${role}${where}.

Log in until ${isoText(until).slice(0, 16).replace('T', ' ')} UTC:
${invitationLink(publicUrl, userName)}

After that, the invitation ends. If you do not expect it, ignore this email.
`,
  };
}
