import { sha256Hex } from '../../../platform/values/sha256.ts';
import type { CredentialKeys } from '../recorded-case.ts';
import type { ResourceKeys } from './made-resources.ts';

/** To which session a credential or a resource belongs, and the case whose answer issued it. */
export interface SessionLink {
  session: string;
  caseId: string;
  /** Of that case, epoch ms. */
  recordedAt: number;
  /** Tokens that its request carried, of which no session was known. */
  from: readonly string[];
}

/** A case whose session is wanted. */
export interface CaseOfSession {
  caseId: string;
  recordedAt: number;
  /** As given by the recorder: it always wins. */
  session: string | null;
  credentials: CredentialKeys | null;
  resources: ResourceKeys | null;
}

/** The session of a case, and the links by which others find it. */
export interface InferredSession {
  session: string | null;
  links: [key: string, link: SessionLink][];
}

/** A request so long after a resource was made is hardly of the visit that made it. */
const MAX_RESOURCE_MS = 3_600_000;

/** The session that begins with a credential; `sessionStart` reverses it. */
const sessionOfKey = (key: string): string => `s-${key}`;

/** The credential that an inferred session begins with; null for any other session. */
export const sessionStart = (session: string): string | null => /^s-([0-9a-f]{24})$/.exec(session)?.[1] ?? null;

/** The keys of which `inferSessions` needs the links. */
export const wantedLinks = ({ session, credentials, resources }: CaseOfSession): string[] =>
  session === null ? [...(credentials?.sent ?? []), ...(credentials?.tokens ?? []), ...(resources?.within ?? [])] : [];

/**
 * Infers the sessions of cases of one application, in the order of their recording: that of a credential that the
 * request sends, else of a token that it carries, else of a resource that its path names; else a new one that begins
 * with what it sends, what its answer issues, or what it makes. Null where a case has none of these. The result follows
 * the order of `cases`; only the last case that links a key has its link.
 */
export function inferSessions(
  cases: readonly CaseOfSession[],
  known: ReadonlyMap<string, SessionLink>,
): InferredSession[] {
  const links = new Map(known);
  const stated = statedSessions(cases);
  const inferred = cases.map((): InferredSession => ({ session: null, links: [] }));
  const writers = new Map<string, number>();
  const order = [...cases.keys()].sort((a, b) => (cases[a]?.recordedAt ?? 0) - (cases[b]?.recordedAt ?? 0) || a - b);
  for (const at of order) {
    const [one, result] = [cases[at], inferred[at]];
    if (one === undefined || result === undefined) continue;
    const session = sessionOf(one, links, stated);
    result.session = session;
    if (session === null) continue;
    const { credentials, resources, caseId, recordedAt } = one;
    const from = (credentials?.tokens ?? []).filter((key) => !links.has(key));
    const isPartOf = resources?.within.some((key) => links.get(key)?.session === session) ?? false;
    for (const key of [...(credentials?.issued ?? []), ...(isPartOf ? [] : (resources?.made ?? []))]) {
      const link = { session, caseId, recordedAt, from };
      links.set(key, link);
      result.links.push([key, link]);
      writers.set(key, at);
    }
  }
  for (const [at, result] of inferred.entries()) result.links = result.links.filter(([key]) => writers.get(key) === at);
  return inferred;
}

function sessionOf(
  { caseId, recordedAt, session, credentials, resources }: CaseOfSession,
  links: ReadonlyMap<string, SessionLink>,
  stated: ReadonlyMap<string, string>,
): string | null {
  if (session !== null) return session;
  const { sent = [], tokens = [], issued = [] } = credentials ?? {};
  const linked = [...sent, ...tokens].map((key) => links.get(key)).find((link) => link !== undefined);
  if (linked) return linked.session;
  const ofOthers = [...sent, ...issued].map((key) => stated.get(key)).find((other) => other !== undefined);
  if (ofOthers !== undefined) return ofOthers;
  const [first] = [...sent, ...issued];
  if (first !== undefined) return sessionOfKey(first);
  const maker = (resources?.within ?? [])
    .map((key) => links.get(key))
    .find((link) => link && link.recordedAt <= recordedAt && recordedAt - link.recordedAt <= MAX_RESOURCE_MS);
  if (maker) return maker.session;
  const [made] = resources?.made ?? [];
  return made === undefined ? null : `r-${sha256Hex(JSON.stringify([made, caseId])).slice(0, 24)}`;
}

/** Sessions that recorders gave, by the credentials that their requests send. */
function statedSessions(cases: readonly CaseOfSession[]): Map<string, string> {
  const stated = new Map<string, string>();
  for (const { session, credentials } of cases) {
    if (session === null) continue;
    for (const key of credentials?.sent ?? []) if (!stated.has(key)) stated.set(key, session);
  }
  return stated;
}
