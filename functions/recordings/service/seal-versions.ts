import type { StoredValue } from '../../platform/values/stored-json.ts';
import type { CaseHead } from '../domain/recorded-case.ts';
import type { ResealedCase } from '../domain/sealed/reseal-case-job.ts';
import type { RecordingStore } from '../store/recordings.ts';

/** What became of a stored case: `missed`: it could be read, but not be sealed. */
export type SealOutcome = 'sealed' | 'asBefore' | 'missed';

/** What seals a stored payload; null: it is sealed so already. */
export type SealPayload = (stored: StoredValue) => Promise<ResealedCase | null | 'missed'>;

/** Seals the current version of a recording, and those that a person can restore. */
export async function sealVersions(
  { replacePayload, versions }: Pick<RecordingStore, 'replacePayload' | 'versions'>,
  { caseId, lastVersion }: Pick<CaseHead, 'caseId' | 'lastVersion'>,
  stored: StoredValue,
  seal: SealPayload,
): Promise<SealOutcome> {
  const current = await outcomeOf(await seal(stored), (sealed) => replacePayload(caseId, sealed));
  if (lastVersion === undefined) return current;
  const outcomes = [current];
  for (const earlier of await versions.earlierPayloads(caseId)) {
    const sealed = await seal(earlier.stored);
    outcomes.push(await outcomeOf(sealed, ({ payload }) => versions.replaceEarlier(caseId, earlier.version, payload)));
  }
  return (['missed', 'sealed'] as const).find((one) => outcomes.includes(one)) ?? 'asBefore';
}

async function outcomeOf(
  sealed: ResealedCase | null | 'missed',
  replace: (sealed: ResealedCase) => Promise<boolean>,
): Promise<SealOutcome> {
  if (sealed === null) return 'asBefore';
  return sealed !== 'missed' && (await replace(sealed)) ? 'sealed' : 'missed';
}
