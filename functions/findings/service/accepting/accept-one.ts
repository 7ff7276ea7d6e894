import type { Work } from '../../../platform/world.ts';
import type { CredentialSettings } from '../../../recordings/domain/sealed/sealing.ts';
import { type Accepted, FIRST_VERSION, versionOf } from '../../../recordings/domain/versions/case-version.ts';
import type { RecordingStore } from '../../../recordings/store/recordings.ts';
import type { EditableCase } from '../../../recordings/store/versions/accept-version.ts';
import { planItemId, type ReplayPlan, type ReplayRound } from '../../../replay/domain/plan.ts';
import type { PlannedCase } from '../../../replay/domain/results/chunk.ts';
import type { ResultHead } from '../../../replay/domain/results/result-head.ts';
import type { ResultStore } from '../../../replay/store/results.ts';
import { type AcceptedCase, acceptedCaseJob } from '../../domain/accepting/accepted-case-job.ts';
import type { LeftOutReason } from '../../domain/accepting/left-out.ts';
import { outcomeRefusal } from '../../domain/accepting/outcome-refusal.ts';
import type { sessionMappings } from './session-mappings.ts';

/** What one call works with. */
export interface AcceptRun {
  plan: ReplayPlan;
  round: ReplayRound;
  settings: CredentialSettings;
  /** The data keys (sealer.ts). */
  keys: string;
  mappingsOf: ReturnType<typeof sessionMappings>;
  force: boolean;
  by: Pick<Accepted, 'by' | 'at' | 'note'>;
}

/** A request of the run and the version that its recording would get. */
export interface PreparedVersion {
  planned: PlannedCase;
  head: ResultHead;
  editable: EditableCase;
  accepted: Accepted;
  made: AcceptedCase;
}

/** A request that is left out; `planned` is undefined where the run has no such request. */
export interface LeftOutRequest {
  item: number;
  planned: PlannedCase | undefined;
  head: ResultHead | undefined;
  leftOut: LeftOutReason;
}

interface Parts {
  results: Pick<ResultStore, 'findPlanned' | 'findUnread'>;
  recordings: Pick<RecordingStore, 'versions'>;
  work: Pick<Work, 'run'>;
}

/** Makes the next version of the recording of one request, which is not stored; or says why there is none. */
export async function preparedVersion(
  run: AcceptRun,
  item: number,
  { results, recordings, work }: Parts,
): Promise<PreparedVersion | LeftOutRequest> {
  const { plan, round, settings, keys, force, by } = run;
  const found = await results.findPlanned(plan.planId, round, item);
  const planned = found?.case;
  const unread = found && (await results.findUnread(plan, round.round, found.chunk, item));
  const left = (leftOut: LeftOutReason): LeftOutRequest => ({ item, planned, head: unread?.head, leftOut });
  if (!planned || !unread) return left('NO_RESULT');
  const refusal = outcomeRefusal(unread.head, { force });
  if (refusal !== null) return left(refusal);
  const editable = await recordings.versions.editable(planned.caseId);
  if (editable?.head.recordedAt !== planned.recordedAt) return left('NO_RECORDING');
  const current = versionOf(editable.head.accepted);
  if (current !== (unread.head.version ?? FIRST_VERSION)) return left('OTHER_VERSION');
  const id = planItemId(plan.planId, item);
  const accepted: Accepted = {
    version: (editable.head.lastVersion ?? FIRST_VERSION) + 1,
    before: current,
    from: { planId: plan.planId, planItemId: id },
    ...by,
  };
  const mapped = await run.mappingsOf(found.chunk, found.ofSession);
  const read = await work.run(
    acceptedCaseJob,
    async () => ({
      caseId: planned.caseId,
      stored: await editable.stored.bytes(),
      result: await unread.stored.bytes(),
      mapped,
      targetHost: new URL(plan.targetEnv).host,
      planItemId: id,
      settings,
      keys,
      times: { recordedAt: planned.recordedAt, replayedAt: unread.head.replayedAt ?? planned.recordedAt },
      acceptedVersion: { version: accepted.version, at: accepted.at },
    }),
    { bytes: editable.stored.size + unread.stored.size },
  );
  if (!read.ok) return left('TOO_COSTLY');
  if (read.value === null) return left('NO_RESULT');
  if (read.value === 'UNANSWERED_CALLS') return left('UNANSWERED_CALLS');
  return { planned, head: unread.head, editable, accepted, made: read.value };
}
