import type { DetectedLogin } from '../../applications/domain/detected-login.ts';
import { undefinedIfDamaged } from '../../platform/values/damaged-data.ts';
import type { Work } from '../../platform/world.ts';
import { packPayloads } from '../domain/packed-payloads.ts';
import type { CaseHead } from '../domain/recorded-case.ts';
import { detectedLoginJob } from '../domain/sessions/detected-login-job.ts';
import type { RecordingStore } from '../store/recordings.ts';
import { MAX_LISTED_SIZE } from './listed-cases.ts';

/** Maximum recordings of an application in which logins are looked for, the newest ones. */
const MAX_SEARCHED = 2000;
/** Maximum recorded logins that are read. */
const MAX_LOGINS = 100;
/** Maximum different logins that are looked at, the most frequent ones. */
const MAX_ENDPOINTS = 5;
/** Recordings of one login that are compared, and requests after each. */
const LOGINS_COMPARED = 3;
const USES_COMPARED = 5;

interface Services {
  recordings: Pick<RecordingStore, 'walk' | 'find' | 'sessionLinks' | 'storedPayloads'>;
  work: Work;
}

interface RecordedLogin {
  head: CaseHead;
  uses: CaseHead[];
}

/**
 * The logins that the recordings of an application show: requests whose response issued what later requests send, and
 * that can be sent again. The most frequent one comes first; logins whose token is sent at several places are left out.
 */
export async function detectedLogins(services: Services, appId: string): Promise<DetectedLogin[]> {
  const logins = await recordedLogins(services.recordings, appId);
  const byEndpoint = [...Map.groupBy(logins, ({ head }) => `${head.method} ${head.operation}`).values()]
    .sort((a, b) => b.length - a.length || usesOf(b) - usesOf(a))
    .slice(0, MAX_ENDPOINTS);
  const found: DetectedLogin[] = [];
  for (const some of byEndpoint) {
    const login = await read(services, some.slice(0, LOGINS_COMPARED));
    if (login) found.push({ ...login, recordings: some.length });
  }
  return found;
}

const usesOf = (logins: readonly RecordedLogin[]): number => logins.reduce((sum, { uses }) => sum + uses.length, 0);

/** Requests whose response issued a credential that later requests send, newest first. */
async function recordedLogins(recordings: Services['recordings'], appId: string): Promise<RecordedLogin[]> {
  const heads = await recordings.walk({ appId }, MAX_SEARCHED);
  const uses = new Map<string, CaseHead[]>();
  let searched = 0;
  for await (const head of heads ?? []) {
    for (const key of head.credentials?.sent ?? []) {
      const known = uses.get(key);
      if (known) known.push(head);
      else uses.set(key, [head]);
    }
    if (++searched === MAX_SEARCHED) break;
  }
  const links = await recordings.sessionLinks(appId, uses.keys());
  const byIssuer = new Map<string, { recordedAt: number; uses: CaseHead[] }>();
  for (const [key, { caseId, recordedAt }] of links) {
    const known = byIssuer.get(caseId)?.uses ?? [];
    byIssuer.set(caseId, { recordedAt, uses: [...known, ...(uses.get(key) ?? [])] });
  }
  const newest = [...byIssuer].sort(([, a], [, b]) => b.recordedAt - a.recordedAt).slice(0, MAX_LOGINS);
  const issuers = await Promise.all(newest.map(([caseId]) => undefinedIfDamaged(recordings.find(caseId))));
  return newest.flatMap(([caseId, { uses: after }], at) => {
    const head = issuers[at];
    const others = after.filter((one) => one.caseId !== caseId);
    return head && head.appId === appId && mayLogIn(head) && others.length > 0 ? [{ head, uses: others }] : [];
  });
}

/** A request that carries a token renews it. */
const mayLogIn = ({ method, credentials }: CaseHead): boolean =>
  !/^(?:GET|HEAD|OPTIONS)$/.test(method) && credentials?.tokens.length === 0;

async function read({ recordings, work }: Services, logins: readonly RecordedLogin[]) {
  const [newest] = logins;
  if (newest === undefined) return null;
  const after = logins.flatMap(({ uses }) => uses.slice(0, USES_COMPARED));
  const stored = await recordings.storedPayloads(
    [...logins.map(({ head }) => head), ...after].map((one) => one.caseId),
  );
  const small = stored.map((value) => (value && value.size <= MAX_LISTED_SIZE ? value : undefined));
  const found = await work.run(
    detectedLoginJob,
    async () => ({
      ...packPayloads(await Promise.all(small.map((value) => value?.bytes()))),
      logins: logins.map(({ head: { recordedAt, credentials } }) => ({
        recordedAt,
        isAnonymous: credentials?.sent.length === 0,
      })),
    }),
    { bytes: small.reduce((sum, value) => sum + (value?.size ?? 0), 0), urgent: true },
  );
  return found.ok && found.value ? { ...found.value, caseId: newest.head.caseId } : null;
}
