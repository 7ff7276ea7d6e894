import * as v from 'valibot';
import { answers, docs, json, refusal } from '../../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../../platform/http/documents/path-parts.ts';
import { ROLES } from '../../domain/roles.ts';
import { ShownUser } from '../user-view.ts';
import { INVALID_ROLE } from '../users.doc.ts';

/** The body of an invitation. */
export const InviteInput = v.object({
  role: v.optional(
    v.pipe(v.picklist(ROLES), v.description('Default: the role of the previous invitation, or member.')),
  ),
});

/** The refusal of an address that could not log in. */
export const FOREIGN_DOMAIN = refusal(
  409,
  'FOREIGN_DOMAIN',
  'no address of this domain may log in (SVC_LOGIN_DOMAINS)',
);
/** The refusal of a user who needs no invitation. */
export const ALREADY_MEMBER = refusal(409, 'ALREADY_MEMBER', 'the user is a member of the tenant already');
/** The refusal of one more mail. */
export const TOO_MANY_INVITATIONS = refusal(
  429,
  'TOO_MANY_INVITATIONS',
  'at most 3 invitations a day are mailed to one address, and 200 by one tenant; try again tomorrow',
);

/** What the OpenAPI document says of invitations that are mailed. */
export const inviteDocs = docs('Keys and users', {
  inviteUser: {
    summary: 'Invite a user, or send the invitation again',
    description:
      'The invitation is valid for 7 days from now. The service mails it if it has a mail server; `invitationMail` then says whether the mail was sent. `link` opens the login page with the address filled in, and holds no secret. A repeat within a minute mails nothing.',
    request: json(InviteInput, { role: 'viewer' }),
    responses: answers(v.object({ ...ShownUser.entries, link: v.string() }), {
      userName: EXAMPLE.userName,
      role: 'viewer',
      state: 'invited',
      createdAt: EXAMPLE.time,
      lastLoginAt: null,
      invitedBy: 'admin-key',
      invitedUntil: EXAMPLE.time,
      invitationMail: null,
      link: `http://127.0.0.1:8090/console/login?userName=${encodeURIComponent(EXAMPLE.userName)}`,
    }),
    refusals: [INVALID_ROLE, FOREIGN_DOMAIN, ALREADY_MEMBER, TOO_MANY_INVITATIONS],
  },
});
