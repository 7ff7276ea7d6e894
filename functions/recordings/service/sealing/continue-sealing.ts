import type { TurnLimits } from '../../../platform/steps/work-on-due.ts';
import type { World } from '../../../platform/world.ts';
import type { SealingPass } from '../../domain/personal/sealing-pass.ts';
import type { RecordingStore } from '../../store/recordings.ts';
import { type SealServices, sealStoredPage } from './seal-stored-page.ts';
import type { SealingAudit } from './start-sealing.ts';

/** A worker that stops without a word is followed after this. */
const CLAIM_MS = 120_000;
/** After a fault, a pass waits for this long; after each further one twice as long, up to an hour. */
const PAUSE_MS = 10_000;
const MAX_PAUSE_MS = 3_600_000;

/** What a pass needs. */
export interface SealingServices extends Omit<SealServices, 'log'>, Pick<World, 'newId' | 'now' | 'log'> {
  recordings: SealServices['recordings'] & Pick<RecordingStore, 'personalData'>;
  audit: SealingAudit;
}

/** A pass that this worker has claimed. */
interface ClaimedPass {
  appId: string;
  claim: string;
  pass: SealingPass;
}

/** Continues the pass of an application if one is due; true if more is left. Another worker's is left alone. */
export async function continueSealing(services: SealingServices, appId: string, limits: TurnLimits): Promise<boolean> {
  const claimed = await claimedPass(services, appId, limits.due);
  return claimed !== null && sealAsClaimed(services, claimed, limits);
}

async function claimedPass(services: SealingServices, appId: string, due: number): Promise<ClaimedPass | null> {
  const { recordings, now, newId } = services;
  const { passes } = recordings.personalData;
  const before = await passes.of(appId);
  if (before === null || before.dueAt === null || before.dueAt >= due) return null;
  const claim = newId();
  if (!(await passes.claim(appId, before, { claim, until: now() + CLAIM_MS }))) return null;
  // A claim that has run out is of a worker that was interrupted in a page.
  return { appId, claim, pass: { ...before, isAtLeast: before.isAtLeast || before.claim !== null } };
}

/** Seals page by page; what remains follows from the recordings alone, so that a page may be done twice. */
async function sealAsClaimed(services: SealingServices, claimed: ClaimedPass, limits: TurnLimits): Promise<boolean> {
  const { recordings, now } = services;
  const { appId, claim } = claimed;
  const { passes } = recordings.personalData;
  let { pass } = claimed;
  for (;;) {
    const page = await sealStoredPage(services, appId, pass.next).catch((fault: unknown) =>
      postponed(services, { appId, claim, pass }, fault),
    );
    pass = {
      ...pass,
      cases: pass.cases + page.cases,
      sealed: pass.sealed + page.sealed,
      missed: pass.missed + page.missed,
      next: page.next,
      at: now(),
      faults: 0,
    };
    if (page.next === null) return ended(services, { appId, claim, pass });
    const isOver = now() >= limits.until || limits.signal?.aborted === true;
    const left = isOver ? { claim: null, dueAt: now() } : { claim, dueAt: now() + CLAIM_MS };
    // A new pass, or the removal of the application, has ended the claim: the rest is not of this pass.
    if (!(await passes.move(appId, claim, { ...pass, ...left }))) return false;
    if (isOver) return true;
  }
}

/** Lets the pass wait after a fault, which is thrown again. */
async function postponed(
  { recordings, now }: SealingServices,
  { appId, claim, pass }: ClaimedPass,
  fault: unknown,
): Promise<never> {
  const pause = Math.min(MAX_PAUSE_MS, PAUSE_MS * 2 ** pass.faults);
  const after = { faults: pass.faults + 1, isAtLeast: true, claim: null, dueAt: now() + pause };
  await recordings.personalData.passes.move(appId, claim, after);
  throw fault;
}

async function ended({ recordings, audit, log }: SealingServices, { appId, claim, pass }: ClaimedPass): Promise<false> {
  const { sealed, missed, by } = pass;
  log.info('stored recordings were sealed', { app_id: appId, recordings: sealed, missed });
  if (sealed > 0) await audit.note({ name: by }, 'recordings.sealed', { appId, recordings: sealed });
  await recordings.personalData.passes.move(appId, claim, { ...pass, claim: null, dueAt: null });
  return false;
}
