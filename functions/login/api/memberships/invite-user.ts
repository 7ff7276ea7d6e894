import * as v from 'valibot';
import { type Endpoint, failure, failureOf, OPTIONAL_JSON_BODY, ok, plainErrors } from '../../../platform/http/api.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import type { LoginServices } from '../../composition.ts';
import { invitationLink } from '../../domain/invitation-mail.ts';
import { isJustInvited, type Membership } from '../../domain/membership.ts';
import { mayLogIn, parseUserName } from '../../domain/user-name.ts';
import { userView } from '../user-view.ts';
import { INVALID_ROLE } from '../users.doc.ts';
import { ALREADY_MEMBER, FOREIGN_DOMAIN, InviteInput, inviteDocs, TOO_MANY_INVITATIONS } from './invite-user.doc.ts';

type Services = Pick<LoginServices, 'users' | 'invitationMails' | 'audit' | 'config' | 'now'>;

/**
 * Invites an address for 7 days, or invites it again, and mails the invitation where the service sends mail. An
 * invitation that was sent within the last minute is not mailed again.
 */
export const inviteUser: Endpoint<Services> = endpoint({
  method: 'POST',
  path: '/api/users/{userName}/invitation',
  scope: 'admin',
  audits: 'user.invited',
  body: OPTIONAL_JSON_BODY,
  grows: true,
  errors: plainErrors,
  doc: inviteDocs.inviteUser,

  async answer({ params, body, caller }, { users, invitationMails, audit, config, now }) {
    const userName = parseUserName(params.userName);
    if (userName === null) return failure(400, 'INVALID_USER', 'userName must be an email address');
    const input = v.safeParse(InviteInput, body);
    if (!input.success) return failureOf(INVALID_ROLE);
    if (!mayLogIn(userName, config.loginDomains)) return failureOf(FOREIGN_DOMAIN);
    const { tenant, name: invitedBy } = caller;
    const before = await users.find(userName, tenant);
    if (before && before.state !== 'invited') return failureOf(ALREADY_MEMBER);
    const shown = (one: Membership) =>
      ok({ ...userView(one, now()), link: invitationLink(config.publicUrl, userName) });
    if (before && isJustInvited(before, input.output.role, now())) return shown(before);
    const { sendsMail: isMailed } = config;
    if (isMailed && (await invitationMails.take({ userName, tenant })) > 0) return failureOf(TOO_MANY_INVITATIONS);
    const user = await users.invite({ userName, tenant, invitedBy, isMailed, ...input.output });
    if (typeof user === 'string') return failureOf(ALREADY_MEMBER);
    if (isMailed && user.invitedUntil !== null) await invitationMails.enqueue(user, user.invitedUntil);
    await audit.note(caller, 'user.invited', { userName, role: user.role });
    return shown(user);
  },
});
