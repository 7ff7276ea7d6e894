import { undefinedIfDamaged } from '../../platform/values/damaged-data.ts';
import type { Log, Work } from '../../platform/world.ts';
import type { CaseHead } from '../domain/recorded-case.ts';
import { resealCaseJob } from '../domain/sealed/reseal-case-job.ts';
import type { CredentialSettings } from '../domain/sealed/sealing.ts';
import type { RecordingKeys } from '../store/recording-keys.ts';
import type { RecordingStore } from '../store/recordings.ts';
import { type SealOutcome, sealVersions } from './seal-versions.ts';

/** Cases of a page. */
const PAGE = 100;

/** Where a pass over all cases is: an application, and a place in its list of cases. */
export interface ResealLocation {
  appId: string;
  cursor?: string | undefined;
}

/** What became of a page. */
export interface ResealedPage {
  cases: number;
  resealed: number;
  /** Cases that could be read, but not be sealed again. */
  missed: number;
  /** Null after the last case. */
  next: ResealLocation | null;
}

/** What a pass needs. */
export interface ResealServices {
  recordings: Pick<RecordingStore, 'apps' | 'list' | 'storedPayload' | 'replacePayload' | 'versions'>;
  recordingKeys: Pick<RecordingKeys, 'sealer'>;
  applications: { settings(appId: string): Promise<CredentialSettings> };
  work: Pick<Work, 'run'>;
  log: Pick<Log, 'warn'>;
}

/** The place of the first case. */
export const FIRST_LOCATION: ResealLocation = { appId: '' };

/**
 * Seals a page of stored cases under the current data key; with `codesOnly`, only those that lack their code
 * (case-seal.ts). Null for an invalid place.
 */
export async function resealPage(
  services: ResealServices,
  location: ResealLocation,
  { codesOnly }: { codesOnly: boolean },
): Promise<ResealedPage | null> {
  const { recordings, recordingKeys, applications } = services;
  const apps = (await recordings.apps()).toSorted();
  const appId = apps.find((one) => one >= location.appId);
  if (appId === undefined) return { cases: 0, resealed: 0, missed: 0, next: null };
  const { cursor } = appId === location.appId ? location : {};
  const page = await recordings.list({ appId, limit: PAGE, ...(cursor !== undefined && { cursor }) });
  if (page === null) return null;
  const [{ redact, credentials }, { keys }] = await Promise.all([applications.settings(appId), recordingKeys.sealer()]);
  const counts = { sealed: 0, asBefore: 0, missed: 0 };
  for (const head of page.items.filter(({ unreadable }) => !unreadable)) {
    const given = { head, settings: { redact, credentials }, keys, codesOnly };
    const outcome = await resealed(services, given);
    // A case that was pinned or unpinned in the meantime is read again.
    counts[outcome === 'missed' ? await resealed(services, given) : outcome]++;
  }
  const following = apps[apps.indexOf(appId) + 1];
  return {
    cases: page.items.length,
    resealed: counts.sealed,
    missed: counts.missed,
    next: page.nextCursor !== null ? { appId, cursor: page.nextCursor } : following ? { appId: following } : null,
  };
}

interface GivenCase {
  head: CaseHead;
  settings: CredentialSettings;
  keys: string;
  codesOnly: boolean;
}

async function resealed(
  { recordings, work, log }: ResealServices,
  { head: { caseId, recordedAt, status, lastVersion }, ...given }: GivenCase,
): Promise<SealOutcome> {
  const found = await undefinedIfDamaged(recordings.storedPayload(caseId));
  if (!found) return 'asBefore';
  return sealVersions(
    recordings,
    { caseId, ...(lastVersion !== undefined && { lastVersion }) },
    found,
    async (stored) => {
      const read = await work.run(
        resealCaseJob,
        async () => ({ stored: await stored.bytes(), head: { caseId, recordedAt, status }, ...given }),
        { bytes: stored.size },
      );
      if (!read.ok) log.warn('a case was not resealed', { case_id: caseId, outcome: 'OVER_BUDGET' });
      return read.ok ? read.value : 'missed';
    },
  );
}
