import type { Endpoint } from '../../platform/http/api.ts';
import type { LoginServices } from '../composition.ts';
import { listAudit } from './audit.ts';
import { listApiKeys, makeApiKey, removeApiKey, rotateApiKey } from './keys/api-keys.ts';
import { loginAsGuest } from './login-guest.ts';
import { logout } from './login-logout.ts';
import { loginOptions } from './login-options.ts';
import { refreshTokens, refreshTokensByPost } from './login-refresh.ts';
import { changeRole, endSessions, listUsers, readUser } from './login-users.ts';
import { getVerificationCode, requestVerificationCode } from './login-verification-code.ts';
import { verifyCode } from './login-verify.ts';
import { acceptInvitation, declineInvitation } from './memberships/invitations.ts';
import { inviteUser } from './memberships/invite-user.ts';
import { makeMemberKey } from './memberships/member-key.ts';
import { leaveTenant, listMemberships, switchTenant } from './memberships/memberships.ts';
import { oauthInfo } from './oauth-info.ts';
import { oauthLogin } from './oauth-login.ts';
import { createTenant, listTenants } from './tenants.ts';
import { disableUser, enableUser, removeUser } from './user-states.ts';

/** Logins, sessions, keys, tenants and the audit log (spec 4.8, interface 4.8). */
export const endpoints: readonly Endpoint<LoginServices>[] = [
  getVerificationCode,
  requestVerificationCode,
  verifyCode,
  refreshTokens,
  refreshTokensByPost,
  loginAsGuest,
  loginOptions,
  oauthInfo,
  oauthLogin,
  logout,
  listMemberships,
  switchTenant,
  leaveTenant,
  acceptInvitation,
  declineInvitation,
  makeApiKey,
  listApiKeys,
  rotateApiKey,
  removeApiKey,
  makeMemberKey,
  createTenant,
  listTenants,
  listUsers,
  readUser,
  changeRole,
  inviteUser,
  disableUser,
  enableUser,
  removeUser,
  endSessions,
  listAudit,
];
