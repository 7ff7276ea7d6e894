import type { ListedCase } from '../export-writer.ts';

/** The session of a case; a case without one is a session of its own. */
export const sessionOf = ({ session, caseId }: Pick<ListedCase, 'session' | 'caseId'>): string =>
  session === null ? `case ${caseId}` : `session ${session}`;

/** Cases session by session, by their first request; within a session as recorded. They are listed newest first. */
export function inSessions(cases: readonly ListedCase[]): ListedCase[] {
  const sessions = new Map<string, ListedCase[]>();
  for (const one of cases.toReversed()) {
    const name = sessionOf(one);
    const known = sessions.get(name);
    if (known) known.push(one);
    else sessions.set(name, [one]);
  }
  return [...sessions.values()].flat();
}
