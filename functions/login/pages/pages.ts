import type { Page } from '../../platform/http/pages/page-route.ts';
import type { LoginServices } from '../composition.ts';
import { auditPage } from './audit/audit.ts';
import { auditFile } from './audit/audit-file.ts';
import { acceptOffer, declineOffer } from './invitations.ts';
import { keysPage, makeKey, removeKey, rotateKey } from './keys/keys.ts';
import { enterAsLocalAdministrator, localLoginPage } from './local-login.ts';
import { enterAsGuest, loginPage, logOut, sendCode, verifyCode } from './login.ts';
import { fromProvider, toProvider } from './login-oauth.ts';
import { setShortcuts } from './shortcuts.ts';
import { leaveTenant, switchTenant, tenantsPage } from './tenants.ts';
import { invitePage, inviteUsers } from './users/invite.ts';
import { inviteAgain } from './users/invite-again.ts';
import { disableUser, enableUser, endUserSessions, removeUser, setUserRole, usersPage } from './users/users.ts';

/** Pages for login, tenants, keys and users. */
export const pages: readonly Page<LoginServices>[] = [
  loginPage,
  sendCode,
  verifyCode,
  enterAsGuest,
  localLoginPage,
  enterAsLocalAdministrator,
  logOut,
  setShortcuts,
  toProvider,
  fromProvider,
  tenantsPage,
  switchTenant,
  leaveTenant,
  acceptOffer,
  declineOffer,
  keysPage,
  makeKey,
  rotateKey,
  removeKey,
  usersPage,
  setUserRole,
  invitePage,
  inviteUsers,
  inviteAgain,
  endUserSessions,
  disableUser,
  enableUser,
  removeUser,
  auditPage,
  auditFile,
];
