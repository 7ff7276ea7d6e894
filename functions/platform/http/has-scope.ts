import type { Caller, Scope } from './api.ts';

/** Whether a caller has this scope; `admin` includes the others (interface 4.8). */
export const hasScope = ({ scopes }: Pick<Caller, 'scopes'>, scope: Scope): boolean =>
  scopes.includes(scope) || scopes.includes('admin');
