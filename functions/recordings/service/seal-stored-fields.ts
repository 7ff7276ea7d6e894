import type { ApplicationSettings } from '../../applications/domain/application-settings.ts';
import { type RedactRule, sealRules } from '../../applications/domain/redact-rule.ts';
import type { ApplicationStore } from '../../applications/store/applications.ts';
import { undefinedIfDamaged } from '../../platform/values/damaged-data.ts';
import type { Log, Work } from '../../platform/world.ts';
import { sealedName } from '../domain/endpoints/sealed-name.ts';
import type { CaseHead } from '../domain/recorded-case.ts';
import { sealFieldsJob } from '../domain/sealed/seal-fields-job.ts';
import type { CredentialSettings } from '../domain/sealed/sealing.ts';
import type { RecordingKeys } from '../store/recording-keys.ts';
import type { RecordingStore } from '../store/recordings.ts';
import { removeIfEmpty } from './remove-if-empty.ts';
import { type SealOutcome, sealVersions } from './seal-versions.ts';
import { sealedEndpoint } from './sealed-endpoint.ts';

/** Cases of a page, and of a call. */
const PAGE = 100;
const MAX_CASES = 1000;
/** How long one call takes at most, but for its last page, ms. */
const BUDGET_MS = 3_000;

/** What became of some recordings. */
export interface SealedPage {
  cases: number;
  sealed: number;
  /** Cases that could be read, but not be sealed. */
  missed: number;
  /** A place in the list of cases; null after the last recording. */
  next: string | null;
}

/** What the pass needs. */
export interface SealServices {
  recordings: Pick<
    RecordingStore,
    | 'list'
    | 'storedPayload'
    | 'replacePayload'
    | 'versions'
    | 'endpointsOf'
    | 'newest'
    | 'rename'
    | 'registerEndpoints'
    | 'removeOperation'
  >;
  recordingKeys: Pick<RecordingKeys, 'sealer'>;
  applications: Pick<ApplicationStore, 'settings'>;
  work: Pick<Work, 'run'>;
  log: Pick<Log, 'warn'>;
  now(): number;
}

/**
 * Seals the fields of some stored recordings of an application that its rules seal in new ones. Which remain follows
 * from the recordings alone: a pass can end anywhere, also by a crash, and begin again. Null for an invalid place.
 */
export async function sealStoredPage(
  services: SealServices,
  appId: string,
  location: string | null,
): Promise<SealedPage | null> {
  const { recordings, recordingKeys, applications, now } = services;
  const [settings, { keys }] = await Promise.all([applications.settings(appId), recordingKeys.sealer()]);
  const { redact, credentials, endpoints } = settings;
  const given = { settings: { redact, credentials, endpoints }, keys };
  const until = now() + BUDGET_MS;
  const done: SealedPage = { cases: 0, sealed: 0, missed: 0, next: location };
  do {
    const page = await recordings.list({ appId, limit: PAGE, ...(done.next !== null && { cursor: done.next }) });
    if (page === null) return null;
    for (const head of page.items.filter(({ unreadable }) => !unreadable)) {
      const outcome = await sealed(services, head, given);
      // A case that was pinned or unpinned in the meantime is read again.
      const last = outcome === 'missed' ? await sealed(services, head, given) : outcome;
      if (last !== 'asBefore') done[last]++;
    }
    done.cases += page.items.length;
    done.next = page.nextCursor;
  } while (done.next !== null && done.cases < MAX_CASES && now() < until);
  if (done.next === null) await removeSealedNames(recordings, appId, sealRules(redact));
  return done;
}

/** Takes endpoints off the list whose names had segments that are sealed now. */
async function removeSealedNames(
  recordings: SealServices['recordings'],
  appId: string,
  rules: readonly RedactRule[],
): Promise<void> {
  if (!rules.some((rule) => 'segment' in rule)) return;
  for (const endpoint of await recordings.endpointsOf(appId))
    if (sealedName(endpoint.operation, rules) !== endpoint.operation) await removeIfEmpty(recordings, appId, endpoint);
}

/** What the rules are, and the data keys. */
interface Given {
  settings: CredentialSettings & Pick<ApplicationSettings, 'endpoints'>;
  keys: string;
}

async function sealed(services: SealServices, head: CaseHead, given: Given): Promise<SealOutcome> {
  const payload = await sealedPayload(services, head, given);
  const { redact, endpoints } = given.settings;
  const named = sealedEndpoint(head, { redact: sealRules(redact), endpoints });
  if (named === null || payload === 'missed') return payload;
  const { recordings } = services;
  await recordings.registerEndpoints([{ ...head, operation: named.operation }]);
  return (await recordings.rename(head, named.operation, named.recordedAs ?? null)) ? 'sealed' : 'missed';
}

async function sealedPayload(
  { recordings, work, log }: SealServices,
  { caseId, recordedAt, status, credentials, lastVersion }: CaseHead,
  { settings: { redact, credentials: mode }, keys }: Given,
): Promise<SealOutcome> {
  const settings = { redact, credentials: mode };
  const found = await undefinedIfDamaged(recordings.storedPayload(caseId));
  if (!found) return 'asBefore';
  const head = { caseId, recordedAt, status, ...(credentials && { credentials }) };
  return sealVersions(
    recordings,
    { caseId, ...(lastVersion !== undefined && { lastVersion }) },
    found,
    async (stored) => {
      const read = await work.run(sealFieldsJob, async () => ({ stored: await stored.bytes(), head, settings, keys }), {
        bytes: stored.size,
      });
      if (!read.ok) log.warn('a case was not sealed', { case_id: caseId, outcome: 'OVER_BUDGET' });
      return read.ok ? read.value : 'missed';
    },
  );
}
