import type { LoginLocation, LoginToken } from './login-step.ts';

/** A login that the recordings of an application show: what a login step with it needs. */
export interface DetectedLogin {
  /** Its newest recording. */
  caseId: string;
  method: string;
  /** Path without its query, with credentials masked. */
  path: string;
  token: LoginToken;
  place: LoginLocation;
  /** Recordings of this login. */
  recordings: number;
}
