import type { Page } from '../../platform/http/pages/page-route.ts';
import type { LoginServices } from '../services.ts';
import { auditPage, endUserSessions, setUserRole } from './audit.ts';
import { keysPage, makeKey, removeKey } from './keys.ts';
import { enterAsGuest, loginPage, logOut, sendCode, verifyCode } from './login.ts';
import { fromProvider, toProvider } from './login-oauth.ts';

/** Pages for login, keys and users. */
export const pages: readonly Page<LoginServices>[] = [
  loginPage,
  sendCode,
  verifyCode,
  enterAsGuest,
  logOut,
  toProvider,
  fromProvider,
  keysPage,
  makeKey,
  removeKey,
  auditPage,
  setUserRole,
  endUserSessions,
];
