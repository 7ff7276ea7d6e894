import { type PatternMatcher, patternMatcher } from '../../applications/domain/endpoint-patterns.ts';
import type { ApplicationStore } from '../../applications/store/applications.ts';
import { undefinedIfDamaged } from '../../platform/values/damaged-data.ts';
import type { Work } from '../../platform/world.ts';
import { patternedName } from '../domain/endpoints/patterned-name.ts';
import { storedOperationJob } from '../domain/endpoints/stored-operation-job.ts';
import type { CaseHead } from '../domain/recorded-case.ts';
import type { RecordedEndpoint } from '../domain/recorded-endpoint.ts';
import type { RecordingStore } from '../store/recordings.ts';
import { removeIfEmpty } from './remove-if-empty.ts';

/** Cases of a page, and of a call. */
const PAGE = 100;
const MAX_CASES = 1000;
/** How long one call takes at most, but for its last page, ms. */
const BUDGET_MS = 3_000;
const CONCURRENCY = 25;

/** Where a pass over all recordings of an application is. */
export interface RenameLocation {
  operation: string;
  cursor?: string | undefined;
}

/** What became of some recordings. */
export interface RenamedPage {
  cases: number;
  renamed: number;
  /** Null after the last recording. */
  next: RenameLocation | null;
}

/** Makes what names endpoints of an application, such as its rules, name others. */
export type RenameInRules = (appId: string, names: ReadonlyMap<string, string>) => Promise<void>;

/** What renaming needs. */
export interface RenameServices {
  recordings: Pick<
    RecordingStore,
    'endpointsOf' | 'list' | 'newest' | 'rename' | 'registerEndpoints' | 'removeOperation' | 'storedPayload'
  >;
  applications: Pick<ApplicationStore, 'settings' | 'mainOperations' | 'registerMainOperations'>;
  renameInRules: RenameInRules;
  work: Pick<Work, 'run'>;
  now(): number;
}

/**
 * Gives some recordings of an application the names that its settings give new ones. Which remain follows from the
 * recordings alone: a pass can end anywhere, also by a crash, and begin again. Null for an invalid place.
 */
export async function renamePage(
  services: RenameServices,
  appId: string,
  location: RenameLocation | null,
): Promise<RenamedPage | null> {
  const { recordings, applications } = services;
  const matcher = patternMatcher((await applications.settings(appId)).endpoints);
  const endpoints = await recordings.endpointsOf(appId);
  if (location === null) await followNames(services, appId, renamedOperations(endpoints, matcher));
  const until = services.now() + BUDGET_MS;
  const done: RenamedPage = { cases: 0, renamed: 0, next: location };
  for (let at = location ?? FIRST; ; ) {
    const index = endpoints.findIndex(({ operation }) => operation >= at.operation);
    const endpoint = endpoints[index];
    if (endpoint === undefined) return { ...done, next: null };
    const cursor = endpoint.operation === at.operation ? at.cursor : undefined;
    const page = await recordings.list({
      appId,
      operation: endpoint.operation,
      limit: PAGE,
      ...(cursor !== undefined && { cursor }),
    });
    if (page === null) return null;
    done.renamed += await renamed(services, matcher, page.items);
    done.cases += page.items.length;
    if (page.nextCursor === null && isLeft(endpoint, matcher)) await removeIfEmpty(recordings, appId, endpoint);
    const following = endpoints[index + 1];
    const next =
      page.nextCursor !== null
        ? { operation: endpoint.operation, cursor: page.nextCursor }
        : following && { operation: following.operation };
    if (next === undefined) return { ...done, next: null };
    at = next;
    if (done.cases >= MAX_CASES || services.now() >= until) return { ...done, next };
  }
}

const FIRST: RenameLocation = { operation: '' };

/** The endpoints that have one other name for all their methods. */
export function renamedOperations(
  endpoints: readonly RecordedEndpoint[],
  matcher: PatternMatcher,
): ReadonlyMap<string, string> {
  return new Map(
    endpoints.flatMap(({ operation, methods }) => {
      const [name, ...others] = new Set(
        (methods.length > 0 ? methods : ['']).map((one) => patternedName(operation, one, matcher)),
      );
      return name === undefined || name === operation || others.length > 0 ? [] : [[operation, name] as const];
    }),
  );
}

/** Rules and main endpoints follow first: until the recordings have, they find none of either name. */
async function followNames(
  { applications, renameInRules }: RenameServices,
  appId: string,
  names: ReadonlyMap<string, string>,
): Promise<void> {
  if (names.size === 0) return;
  await renameInRules(appId, names);
  const mains = await applications.mainOperations(appId);
  if (mains.some((one) => names.has(one)))
    await applications.registerMainOperations(appId, [...new Set(mains.map((one) => names.get(one) ?? one))]);
}

/** Moves the recordings of a page that have another name now; returns how many. */
async function renamed(services: RenameServices, matcher: PatternMatcher, heads: readonly CaseHead[]): Promise<number> {
  const readable = heads.filter(({ unreadable }) => !unreadable);
  const operations = await operationsIn(services, readable);
  const moves = readable.flatMap((head, index) => {
    const own = head.recordedAs ?? head.operation;
    const operation = operations[index] ?? null;
    const base = operation === null ? own : `${own}#${operation}`;
    const to = patternedName(base, head.method, matcher);
    return to === head.operation ? [] : [{ head, to, recordedAs: to === base ? null : base }];
  });
  if (moves.length === 0) return 0;
  const { recordings } = services;
  await recordings.registerEndpoints(moves.map(({ head, to }) => ({ ...head, operation: to })));
  let count = 0;
  for (let at = 0; at < moves.length; at += CONCURRENCY) {
    const some = moves.slice(at, at + CONCURRENCY);
    // One that was pinned or deleted in the meantime is renamed by the next pass, or gone.
    const moved = await Promise.all(some.map(({ head, to, recordedAs }) => recordings.rename(head, to, recordedAs)));
    count += moved.filter(Boolean).length;
  }
  return count;
}

/** Requests of one method and page that are read before the others are taken to have no operation either. */
const MAX_WITHOUT = 3;

/**
 * The operations of requests that were recorded before these were part of a name. Where the first requests of a page
 * that may have one have none, the others are not read.
 */
async function operationsIn(
  { recordings, work }: RenameServices,
  heads: readonly CaseHead[],
): Promise<(string | null)[]> {
  const found: (string | null)[] = heads.map(() => null);
  const open = heads.flatMap(({ operation, recordedAs = operation, method }, index) =>
    (method === 'POST' || method === 'GET') && recordedAs.includes('/') && !recordedAs.includes('#') ? [index] : [],
  );
  const without = new Map<string, number>();
  for (const index of open) {
    const { method = '' } = heads[index] ?? {};
    const misses = without.get(method) ?? 0;
    if (misses === MAX_WITHOUT) continue;
    const stored = await undefinedIfDamaged(recordings.storedPayload(heads[index]?.caseId ?? ''));
    if (stored === undefined) continue;
    const read = await work.run(storedOperationJob, async () => ({ stored: await stored.bytes() }), {
      bytes: stored.size,
    });
    found[index] = read.ok ? read.value : null;
    if (found[index] !== null) without.set(method, Number.NEGATIVE_INFINITY);
    else without.set(method, misses + 1);
  }
  return found;
}

/** Whether all recordings of an endpoint have another name now. */
const isLeft = ({ operation, methods }: RecordedEndpoint, matcher: PatternMatcher): boolean =>
  methods.length > 0 && methods.every((one) => patternedName(operation, one, matcher) !== operation);
