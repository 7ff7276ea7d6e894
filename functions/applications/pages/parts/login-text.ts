import type { LoginStep } from '../../domain/login-step.ts';

/** One line about the login step, without its credentials. */
export function loginText(login: LoginStep | null): string {
  if (login === null) return 'none';
  const { place } = login;
  const by = 'caseId' in login ? `recording ${login.caseId}` : `${login.request.method} ${login.request.path}`;
  return `${by}, once per ${login.scope}, into the ${'cookie' in place ? `cookie ${place.cookie}` : `header ${place.header}`}`;
}
