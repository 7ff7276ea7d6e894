import { sealRuleDigests } from '../domain/personal/seal-rule-digests.ts';
import type { RecordingStore } from '../store/recordings.ts';
import { type SealedPage, type SealServices, sealStoredPage } from './seal-stored-fields.ts';

type NotingServices = SealServices & { recordings: Pick<RecordingStore, 'personalData'> };

/**
 * Seals some stored recordings (`sealStoredPage`), and notes how far the pass is. A part that does not follow the one
 * that was noted last is of some other pass, and stays unnoted.
 */
export async function sealNotedPage(
  services: NotingServices,
  appId: string,
  after: string | null,
): Promise<SealedPage | null> {
  const { passes } = services.recordings.personalData;
  const { redact } = await services.applications.settings(appId);
  const begun = { rules: sealRuleDigests(redact), cases: 0, sealed: 0, missed: 0, next: null };
  const page = await sealStoredPage(services, appId, after);
  if (page === null) return null;
  const before = after === null ? begun : await passes.of(appId);
  if (before?.next === after)
    await passes.put(appId, {
      rules: before.rules,
      at: services.now(),
      cases: before.cases + page.cases,
      sealed: before.sealed + page.sealed,
      missed: before.missed + page.missed,
      next: page.next,
    });
  return page;
}
