import { type SessionLink, sessionStart } from '../../../recordings/domain/sessions/infer-sessions.ts';

/** Links that are followed from one session to the one that it continues. */
const MAX_STEPS = 8;

export type LinksOf = (keys: readonly string[]) => Promise<ReadonlyMap<string, SessionLink>>;

/**
 * The sessions that inferred sessions continue: a case that came in before its login has a session of its own, which
 * the link of its credential leads on to that of the login (docs/sessions.md).
 */
export async function sessionRoots(sessions: Iterable<string>, linksOf: LinksOf): Promise<Map<string, string>> {
  const roots = new Map<string, string>();
  let open = [...new Set(sessions)].flatMap((session) => {
    const start = sessionStart(session);
    return start === null ? [] : [{ session, root: session, keys: [start] }];
  });
  for (let step = 0; open.length > 0 && step < MAX_STEPS; step++) {
    const links = await linksOf(open.flatMap(({ keys }) => keys));
    open = open.flatMap(({ session, root, keys }) => {
      const found = keys.map((key) => links.get(key)).find((link) => link !== undefined);
      if (found === undefined) return [];
      if (found.session === root) return found.from.length > 0 ? [{ session, root, keys: [...found.from] }] : [];
      roots.set(session, found.session);
      const start = sessionStart(found.session);
      return start === null ? [] : [{ session, root: found.session, keys: [start] }];
    });
  }
  return roots;
}
