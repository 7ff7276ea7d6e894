import type { Role } from '../../functions/login/domain/roles.ts';

/** What a role comes to, by the state of the user. */
export function grantedText({
  userName,
  role,
  state,
}: {
  userName: string;
  role: Role;
  state: 'invited' | 'active' | 'disabled';
}): string {
  if (state === 'active') return `${userName} is ${role} from the next request on`;
  if (state === 'disabled') return `${userName} has the role ${role}, and is disabled: an admin has to enable the user`;
  return `${userName} is ${role} from the first login on, if SVC_LOGIN_DOMAINS lists the mail domain`;
}
