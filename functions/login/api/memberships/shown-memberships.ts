import * as v from 'valibot';
import { named } from '../../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../../platform/http/documents/path-parts.ts';
import { Time } from '../../../platform/http/documents/shown-schemas.ts';
import { MEMBERSHIP_STATES } from '../../domain/membership.ts';
import { ROLES } from '../../domain/roles.ts';

/** The tenants and invitations of a user. */
export const ShownMemberships = v.object({
  userName: v.string(),
  tenantId: v.pipe(v.string(), v.description('The tenant of the session.')),
  memberships: v.array(
    named(
      'Membership',
      v.object({
        tenantId: v.string(),
        name: v.nullable(v.string()),
        role: v.picklist(ROLES),
        state: v.picklist(MEMBERSHIP_STATES),
        current: v.boolean(),
        createdAt: Time,
        lastLoginAt: v.nullable(Time),
        invitedBy: v.nullable(v.string()),
      }),
    ),
  ),
});

/** An example of them. */
export const MEMBERSHIPS_EXAMPLE = {
  userName: EXAMPLE.userName,
  tenantId: 'default',
  memberships: [
    {
      tenantId: 'default',
      name: null,
      role: 'member',
      state: 'active',
      current: true,
      createdAt: EXAMPLE.time,
      lastLoginAt: EXAMPLE.time,
      invitedBy: null,
    },
  ],
};
