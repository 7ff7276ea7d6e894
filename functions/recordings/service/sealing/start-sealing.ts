import type { ApplicationStore } from '../../../applications/store/applications.ts';
import { sealRuleDigests } from '../../domain/personal/seal-rule-digests.ts';
import { hasRules, newSealingPass, type SealingPass } from '../../domain/personal/sealing-pass.ts';
import type { RecordingStore } from '../../store/recordings.ts';

/** Notes in the audit log how many recordings were sealed, and who started it. */
export interface SealingAudit {
  note(
    who: { name: string },
    action: 'recordings.sealed',
    subject: { appId: string; recordings: number },
  ): Promise<void>;
}

interface Services {
  recordings: Pick<RecordingStore, 'personalData'>;
  applications: Pick<ApplicationStore, 'settings'>;
  audit: SealingAudit;
  now(): number;
}

/**
 * Starts a pass over the stored recordings of an application, which continues in the background; one that is under
 * way with all rules of today stays. Null where no rule seals, so that there is nothing to do.
 */
export async function startSealing(
  { recordings, applications, audit, now }: Services,
  appId: string,
  by: string,
): Promise<SealingPass | null> {
  const { passes } = recordings.personalData;
  const { redact } = await applications.settings(appId);
  const rules = sealRuleDigests(redact);
  if (rules.length === 0) return null;
  const before = await passes.of(appId);
  if (before !== null && before.dueAt !== null && hasRules(before, rules)) return before;
  if (before !== null && before.dueAt !== null && before.sealed > 0)
    await audit.note({ name: before.by }, 'recordings.sealed', { appId, recordings: before.sealed });
  const dueAt = now();
  const pass = { ...newSealingPass(rules, by, dueAt), dueAt };
  await passes.start(appId, pass);
  return pass;
}
