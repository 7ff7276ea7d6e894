import type { ApplicationSettings } from '../../../applications/domain/application-settings.ts';
import { type RedactRule, sealRules } from '../../../applications/domain/redact-rule.ts';
import type { ApplicationStore } from '../../../applications/store/applications.ts';
import { faultFacts } from '../../../platform/fault-facts.ts';
import { undefinedIfDamaged } from '../../../platform/values/damaged-data.ts';
import type { Log, Work } from '../../../platform/world.ts';
import { sealedName } from '../../domain/endpoints/sealed-name.ts';
import type { CaseHead } from '../../domain/recorded-case.ts';
import { sealFieldsJob } from '../../domain/sealed/seal-fields-job.ts';
import type { CredentialSettings } from '../../domain/sealed/sealing.ts';
import type { RecordingKeys } from '../../store/recording-keys.ts';
import type { RecordingStore } from '../../store/recordings.ts';
import { removeIfEmpty } from '../remove-if-empty.ts';
import { type SealOutcome, sealVersions } from '../seal-versions.ts';
import { sealedEndpoint } from '../sealed-endpoint.ts';

/** Cases of a page. */
const PAGE = 100;

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
  log: Pick<Log, 'warn' | 'error'>;
}

/**
 * Seals the fields of a page of stored recordings of an application that its rules seal in new ones. Which remain
 * follows from the recordings alone: a pass can end anywhere, also by a crash, and begin again.
 */
export async function sealStoredPage(
  services: SealServices,
  appId: string,
  location: string | null,
): Promise<SealedPage> {
  const { recordings, recordingKeys, applications } = services;
  const [settings, { keys }] = await Promise.all([applications.settings(appId), recordingKeys.sealer()]);
  const { redact, credentials, endpoints } = settings;
  const given = { settings: { redact, credentials, endpoints }, keys };
  const page = await recordings.list({ appId, limit: PAGE, ...(location !== null && { cursor: location }) });
  if (page === null) throw new Error('a list of recordings does not know its cursor');
  const counts = { sealed: 0, asBefore: 0, missed: 0 };
  for (const head of page.items.filter(({ unreadable }) => !unreadable))
    counts[await sealedOrMissed(services, head, given)]++;
  if (page.nextCursor === null) await removeSealedNames(recordings, appId, sealRules(redact));
  return { cases: page.items.length, sealed: counts.sealed, missed: counts.missed, next: page.nextCursor };
}

/** Tries twice: a case that was changed in the meantime is read again. One that fails must not block the others. */
async function sealedOrMissed(services: SealServices, head: CaseHead, given: Given): Promise<SealOutcome> {
  try {
    const outcome = await sealed(services, head, given);
    return outcome === 'missed' ? await sealed(services, head, given) : outcome;
  } catch (fault) {
    services.log.error('a case could not be sealed', { case_id: head.caseId, ...faultFacts(fault) });
    return 'missed';
  }
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
