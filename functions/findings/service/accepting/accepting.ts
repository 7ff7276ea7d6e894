import { accept as accepted, type Result, refuse } from '../../../platform/result.ts';
import type { World } from '../../../platform/world.ts';
import type { Accepted } from '../../../recordings/domain/versions/case-version.ts';
import type { RecordingKeys } from '../../../recordings/store/recording-keys.ts';
import type { RecordingStore } from '../../../recordings/store/recordings.ts';
import type { ReplayPlan, ReplayRound } from '../../../replay/domain/plan.ts';
import type { RoundClustersMaker } from '../../../replay/service/round-clusters.ts';
import type { ResultStore } from '../../../replay/store/results.ts';
import type { AcceptOf } from '../../domain/accepting/accept-of.ts';
import { type ChangeRow, changeRows } from '../../domain/accepting/change-rows.ts';
import type { AcceptanceStore } from '../../store/acceptances.ts';
import type { MarkStore } from '../../store/marks.ts';
import type { FindingsService } from '../findings.ts';
import { type AcceptPage, acceptPage, eachChosen } from './accept-batch.ts';
import { acceptCandidates } from './accept-candidates.ts';
import { type AcceptRun, type LeftOutRequest, type PreparedVersion, preparedVersion } from './accept-one.ts';
import { sessionMappings } from './session-mappings.ts';
import { storedVersion } from './stored-version.ts';

export type AcceptRefusal = 'NOT_COMPLETED' | 'ENVIRONMENT_FAILURE' | 'RUNNING_BUILD' | 'NO_SUCH_FINDING';

/** Who accepts, whether server errors too, and the position after which requests are looked at. */
export interface AcceptBy {
  by: Pick<Accepted, 'by' | 'at' | 'note'>;
  force: boolean;
  after: number;
}

interface Outcome {
  leftOut: LeftOutRequest[];
  /** Values that were written as recorded. */
  replaced: number;
  /** The position after which a further call continues; null after the last request. */
  next: number | null;
}

/** What would become the recordings. */
export interface AcceptPreview extends Outcome {
  accepts: number;
  version: number | null;
  changes: ChangeRow[];
}

/** What became the recordings. */
export interface AcceptedRequests extends Outcome {
  at: number;
  accepted: { caseId: string; accepted: Accepted }[];
}

export interface AcceptingParts extends Pick<World, 'work'> {
  findings: FindingsService;
  results: ResultStore;
  clusters: RoundClustersMaker;
  marks: MarkStore;
  recordings: Pick<RecordingStore, 'versions'>;
  recordingKeys: Pick<RecordingKeys, 'sealer'>;
  applications: { settings(appId: string): Promise<AcceptRun['settings']> };
  acceptances: AcceptanceStore;
}

/** Makes what a run answered the recordings' next versions (interface 13). */
export function accepting(parts: AcceptingParts) {
  const { acceptances } = parts;

  return {
    /** What a choice would change; nothing is stored. */
    async preview(
      plan: ReplayPlan,
      round: ReplayRound,
      of: AcceptOf,
      by: AcceptBy,
    ): Promise<Result<AcceptPreview, AcceptRefusal>> {
      const started = await begun(parts, plan, round, of, by);
      if (!started.ok) return started;
      const { run, page } = started.value;
      const rows = changeRows();
      const leftOut = await leftOutOf(run, page, parts);
      const done = { accepts: 0, version: 0, replaced: 0 };
      await eachChosen(page, async (item) => {
        const one = await preparedVersion(run, item, parts);
        if ('leftOut' in one) {
          if (one.leftOut === 'SERVER_ERROR') rows.add(leftOutRow(one));
          leftOut.push(one);
          return;
        }
        done.accepts++;
        done.version = Math.max(done.version, one.accepted.version);
        done.replaced += one.made.replaced;
        rows.add({ ...endpointOf(one), leftOut: null, differences: one.made.differences });
      });
      return accepted({ ...done, version: done.version || null, changes: rows.rows(), leftOut, next: page.next });
    },

    /** Stores the versions: each recording has one current version whenever the call is cut off. */
    async accept(
      plan: ReplayPlan,
      round: ReplayRound,
      of: AcceptOf,
      by: AcceptBy,
    ): Promise<Result<AcceptedRequests, AcceptRefusal>> {
      const started = await begun(parts, plan, round, of, by);
      if (!started.ok) return started;
      const { run: asked, page } = started.value;
      const leftOut = await leftOutOf(asked, page, parts);
      const at = await noted(asked, page, parts);
      const run = { ...asked, by: { ...by.by, at } };
      const done: AcceptedRequests = { at, accepted: [], leftOut, replaced: 0, next: page.next };
      await eachChosen(page, async (item) => {
        const one = await storedVersion(run, item, parts);
        if ('leftOut' in one) {
          leftOut.push(one);
          return;
        }
        done.accepted.push({ caseId: one.planned.caseId, accepted: one.accepted });
        done.replaced += one.made.replaced;
      });
      const version = Math.max(0, ...done.accepted.map((one) => one.accepted.version));
      await acceptances.note(plan.planId, at, { accepted: done.accepted.length, ...(version > 0 && { version }) });
      return accepted(done);
    },
  };
}

/** The candidates of a call, and what it works with. */
async function begun(
  parts: AcceptingParts,
  plan: ReplayPlan,
  round: ReplayRound,
  of: AcceptOf,
  { by, force, after }: AcceptBy,
): Promise<Result<{ run: AcceptRun; page: AcceptPage }, AcceptRefusal>> {
  const { findings, applications, recordingKeys } = parts;
  // Its values stand for those of the running build, and not for recorded ones.
  if (plan.baselineEnv !== undefined)
    return refuse(
      'RUNNING_BUILD',
      'the run was compared with a running build; accept the change in a run that compares with recordings',
    );
  const found = await findings.of(plan, round);
  if (found === undefined) return refuse('NOT_COMPLETED', 'the details of the run have expired');
  if (found.findings.state === 'ENVIRONMENT_FAILURE')
    return refuse('ENVIRONMENT_FAILURE', 'the target was unwell, so its responses say nothing about the build');
  const candidates = await acceptCandidates(plan, round, of, { ...parts, rulesOf: found.input.rulesOf });
  if (candidates.length === 0 && 'finding' in of)
    return refuse('NO_SUCH_FINDING', 'finding: the run shows no such finding');
  const [{ redact, credentials }, { keys }] = await Promise.all([
    applications.settings(plan.appId),
    recordingKeys.sealer(),
  ]);
  const mappingsOf = sessionMappings(plan, round, parts);
  return accepted({
    run: { plan, round, settings: { redact, credentials }, keys, mappingsOf, force, by },
    page: acceptPage(candidates, after),
  });
}

const endpointOf = ({ head }: Pick<PreparedVersion, 'head'>) => ({
  operation: head.outcome.operation,
  method: head.outcome.method ?? null,
});

/** A server error, by its status. */
const leftOutRow = ({ head, leftOut }: LeftOutRequest) => ({
  operation: head?.outcome.operation ?? '',
  method: head?.outcome.method ?? null,
  leftOut,
  differences: [
    {
      kind: 'SERVER_ERROR' as const,
      subject: String(head?.replayedStatus ?? ''),
      recorded: head?.recordedStatus == null ? null : String(head.recordedStatus),
      replayed: head?.replayedStatus == null ? null : String(head.replayedStatus),
    },
  ],
});

/** The candidates that are left out already. */
async function leftOutOf(
  { plan, round }: AcceptRun,
  { candidates }: AcceptPage,
  { results }: Pick<AcceptingParts, 'results'>,
): Promise<LeftOutRequest[]> {
  const leftOut: LeftOutRequest[] = [];
  for (const { item, leftOut: reason } of candidates) {
    if (reason === null) continue;
    const planned = (await results.findPlanned(plan.planId, round, item))?.case;
    leftOut.push({ item, planned, head: undefined, leftOut: reason });
  }
  return leftOut;
}

/** Notes the call before it changes anything; its time is its name, so that no two calls of a run have the same. */
async function noted(
  { plan, round, by }: AcceptRun,
  page: AcceptPage,
  { results, acceptances }: Pick<AcceptingParts, 'results' | 'acceptances'>,
): Promise<number> {
  const caseIds: string[] = [];
  await eachChosen(page, async (item) => {
    const planned = await results.findPlanned(plan.planId, round, item);
    if (planned) caseIds.push(planned.case.caseId);
  });
  let { at } = by;
  if (caseIds.length === 0) return at;
  while (!(await acceptances.begin(plan, { ...by, at, accepted: null }, caseIds))) at++;
  return at;
}
