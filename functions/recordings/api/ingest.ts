import { type ApplicationSettings, DEFAULT_SETTINGS } from '../../applications/domain/application-settings.ts';
import { type NewCase, readCase } from '../domain/read-case.ts';
import type { IntakeEntry } from '../domain/read-intake.ts';
import type { RecordingServices } from '../services.ts';

/** The result of each entry of a body or file; `index` counts them from 0 (interface 10). */
export interface IntakeAnswer {
  accepted: number;
  duplicates: number;
  rejected: { index: number; reason: string }[];
}

/** Cases parsed and written per batch, so that other requests can run in between. */
const PART = 500;

/**
 * Parses entries as cases and stores the valid ones with their application's settings applied; durable when resolved.
 */
export async function ingest(
  entries: readonly IntakeEntry[],
  { pinned }: { pinned: boolean },
  {
    recordings,
    applications,
    now,
    newId,
    log,
  }: Pick<RecordingServices, 'recordings' | 'applications' | 'now' | 'newId' | 'log'>,
): Promise<IntakeAnswer> {
  const answer: IntakeAnswer = { accepted: 0, duplicates: 0, rejected: [] };
  const settings = new Map<string, ApplicationSettings>();

  async function settingsFor(input: unknown): Promise<ApplicationSettings> {
    const appId = appIdOf(input);
    if (appId === null) return DEFAULT_SETTINGS;
    const known = settings.get(appId) ?? (await applications.settings(appId));
    settings.set(appId, known);
    return known;
  }

  for (let start = 0; start < entries.length; start += PART) {
    const cases: NewCase[] = [];
    for (const [offset, entry] of entries.slice(start, start + PART).entries()) {
      const read =
        'reason' in entry
          ? entry.reason
          : readCase(entry.input, { now: now(), newId, settings: await settingsFor(entry.input) });
      if (typeof read === 'string') answer.rejected.push({ index: start + offset, reason: read });
      else if (read.ok) cases.push(pinned ? { ...read.value, pinned } : read.value);
      else answer.rejected.push({ index: start + offset, reason: read.message });
    }
    for (const outcome of await recordings.add(cases)) answer[outcome === 'accepted' ? 'accepted' : 'duplicates']++;
  }
  const { accepted, duplicates, rejected } = answer;
  log.info('cases taken in', { accepted, duplicates, rejected: rejected.length });
  return answer;
}

/** For an invalid appId no settings are read. */
function appIdOf(input: unknown): string | null {
  const appId = typeof input === 'object' && input !== null && 'appId' in input ? input.appId : null;
  return typeof appId === 'string' && appId.isWellFormed() && appId.length > 0 && appId.length <= 200 ? appId : null;
}
