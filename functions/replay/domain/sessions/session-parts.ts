import { sessionStart } from '../../../recordings/domain/sessions/infer-sessions.ts';

/** Requests of one inferred session; more are replayed as several sessions. @internal */
export const MAX_SESSION_REQUESTS = 2_000;

/**
 * Splits inferred sessions of more requests into sessions of their own, in order: such a credential is rather that of a
 * service than of a visitor, and its requests would be sent one after the other for too long. Given sessions stay
 * whole.
 */
export function sessionParts<T extends { session: string | null }>(cases: readonly T[]): T[] {
  const counts = new Map<string, number>();
  return cases.map((one) => {
    const { session } = one;
    if (session === null || sessionStart(session) === null) return one;
    const before = counts.get(session) ?? 0;
    counts.set(session, before + 1);
    const part = Math.floor(before / MAX_SESSION_REQUESTS);
    return part === 0 ? one : { ...one, session: `${session}~${part + 1}` };
  });
}
