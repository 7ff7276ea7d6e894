import { maxRetentionOf } from '../../../applications/domain/retention/max-retention.ts';
import { retentionCutoffs } from '../../../applications/domain/retention/retention-cutoffs.ts';
import {
  newPass,
  type RetentionPass,
  type RetentionState,
} from '../../../applications/domain/retention/retention-state.ts';
import type { ApplicationStore } from '../../../applications/store/applications.ts';
import type { RetentionPasses } from '../../../applications/store/retention/retention-passes.ts';
import type { AuditStore } from '../../../login/store/audit.ts';
import type { Config } from '../../../platform/settings/config.ts';
import type { TurnLimits } from '../../../platform/steps/work-on-due.ts';
import type { World } from '../../../platform/world.ts';
import { type DeletionParts, deletions } from './deletions.ts';

/** A worker that stops without a word is followed after this. */
const CLAIM_MS = 120_000;
/** How often a pass writes how far it is. */
const NOTE_MS = 2_000;
const HOUR_MS = 3_600_000;

/** What a pass needs. */
export interface PassServices extends DeletionParts, Pick<World, 'log' | 'newId'> {
  passes: RetentionPasses;
  applications: Pick<ApplicationStore, 'settings'>;
  audit: Pick<AuditStore, 'note'>;
  config: Pick<Config, 'caseRetentionMs' | 'planRetentionMs'>;
}

/** A pass that this worker has claimed. */
interface ClaimedPass {
  appId: string;
  claim: string;
  change: RetentionState['change'];
  pass: RetentionPass;
  /** The application keeps everything as long as the service does from now on. */
  isLast: boolean;
}

/** Continues the pass of an application if one is due; true if more is left. Another worker's is left alone. */
export async function continuePass(services: PassServices, appId: string, limits: TurnLimits): Promise<boolean> {
  const claimed = await claimedPass(services, appId, limits.due);
  return claimed !== null && deleteAsClaimed(services, claimed, limits);
}

async function claimedPass(services: PassServices, appId: string, due: number): Promise<ClaimedPass | null> {
  const { passes, applications, config, now, newId } = services;
  const before = await passes.find(appId);
  if (before === undefined || before.dueAt >= due) return null;
  const claim = newId();
  if (!(await passes.claim(appId, before, { claim, until: now() + CLAIM_MS }))) return null;
  // A change of the settings ends the claim: these are what the row was written for.
  const { retention } = await applications.settings(appId);
  const pass = before.pass ?? newPass(retentionCutoffs(retention, maxRetentionOf(config), now()), now());
  const isLast = retention.caseHours === 0 && retention.planDays === 0;
  const claimed = { appId, claim, change: before.change, pass, isLast };
  return (await passes.move(appId, claim, { pass, dueAt: now() + CLAIM_MS })) ? claimed : null;
}

async function deleteAsClaimed(services: PassServices, claimed: ClaimedPass, limits: TurnLimits): Promise<boolean> {
  const { passes, now } = services;
  const { appId, claim } = claimed;
  let notedAt = now();
  let { pass } = claimed;
  for await (pass of deletions(services, appId, pass)) {
    if (now() >= limits.until || limits.signal?.aborted)
      return passes.move(appId, claim, { claim: null, pass, dueAt: now() });
    // A change of the settings ends the pass before the next page.
    if ((await passes.find(appId))?.claim !== claim) return false;
    if (now() - notedAt < NOTE_MS) continue;
    notedAt = now();
    await passes.move(appId, claim, { pass, dueAt: notedAt + CLAIM_MS });
  }
  await noteDeleted(services, claimed, pass);
  if (claimed.isLast) await passes.drop(appId, claim);
  else await passes.move(appId, claim, { ...ended(pass, now()), dueAt: nextHour(now()) });
  return false;
}

const ended = ({ deleted }: RetentionPass, endedAt: number): Partial<RetentionState> => ({
  claim: null,
  change: null,
  pass: null,
  last: { endedAt, deleted },
});

const nextHour = (now: number) => now - (now % HOUR_MS) + HOUR_MS;

async function noteDeleted(
  { audit, log }: Pick<PassServices, 'audit' | 'log'>,
  { appId, change }: ClaimedPass,
  { deleted }: RetentionPass,
): Promise<void> {
  const { cases: recordings, plans: runs } = deleted;
  if (recordings + runs === 0) return;
  log.info('stored data was deleted after its retention', { app_id: appId, recordings, runs });
  if (change !== null) await audit.note({ name: change.by }, 'retention.applied', { appId, recordings, runs });
}
