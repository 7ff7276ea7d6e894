import { afterAll, beforeAll } from 'vitest';
import { openStandaloneWorld, type StandaloneWorld } from '../../../bin/standalone/world.ts';
import { DEFAULT_SETTINGS } from '../../../functions/applications/domain/application-settings.ts';
import { cancellation } from '../../../functions/evaluation/domain/runs/cancellation.ts';
import { steps } from '../../../functions/evaluation/steps/steps.ts';
import { standaloneConfig } from '../../../functions/platform/settings/config.ts';
import { parseCase } from '../../../functions/recordings/domain/parse-case.ts';
import { type Answer, openTarget, recordedGet, type Target } from '../fakes/recorded-target.ts';
import { temporaryDataDir } from '../running-service.ts';
import { type EveryService, servicesFor } from '../services-for.ts';
import { testSealer } from '../test-sealer.ts';

/** No host that is about to stop. */
const NEVER = new AbortController().signal;

/** The steps of an evaluation run, called directly, over replays that run as in the service. */
export function evaluationStage(answer: Answer) {
  const { dataDir, remove } = temporaryDataDir();
  const config = standaloneConfig({
    SVC_DATA_DIR: dataDir,
    SVC_SETTLE_SECONDS: '0',
    SVC_NOISE_REDUCTION: 'off',
    SVC_LOG_LEVEL: 'SILENT',
  });
  let opened: StandaloneWorld;
  let services: EveryService;
  let target: Target;
  /** Offset of the steps' clock. */
  let aheadMs = 0;

  beforeAll(async () => {
    opened = openStandaloneWorld(config);
    const { workflows } = opened.world;
    const world = {
      ...opened.world,
      now: () => Date.now() + aheadMs,
      elapsed: () => Date.now() + aheadMs,
      workflows: {
        ...workflows,
        start: async (...given: Parameters<typeof workflows.start>) =>
          given[0] === 'evaluation' ? ('running' as const) : workflows.start(...given),
      },
    };
    services = servicesFor(world, config)('default');
    target = await openTarget(answer);
  });

  afterAll(async () => {
    await opened.close();
    await target.close();
    remove();
  });

  type StepName = Exclude<keyof typeof steps, 'FailRun'>;
  const inputOf = (workflow_run_id: string) => ({ tenant: 'default', workflow_run_id });
  const step = (name: StepName, runId: string, using = services) => steps[name].run(inputOf(runId), using, NEVER);

  /** Calls a step until no more waiting is needed, with this many concurrent calls. */
  async function waited(name: 'AdmitRun' | 'PollAttempt', runId: string, atOnce = 1): Promise<void> {
    for (;;) {
      const answers = await Promise.all(Array.from({ length: atOnce }, () => step(name, runId)));
      if (answers.some((result) => (result as { waitSeconds: number }).waitSeconds === 0)) return; // their result
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  return {
    step,
    waited,

    get services() {
      return services;
    },

    get target() {
      return target;
    },

    async ahead<T>(ms: number, work: () => Promise<T>): Promise<T> {
      aheadMs = ms;
      return work().finally(() => {
        aheadMs = 0;
      });
    },

    /** Records this many cases of this many endpoints of an application. */
    async recorded(appId: string, cases = 30, endpoints = 10): Promise<void> {
      await services.sealedSettings.changeSettings(appId, { replay: { maxQps: 1000 } });
      const read = Array.from({ length: cases }, (_, index) => {
        const one = recordedGet(appId, `/a${index % endpoints}/${index}`, { price: 1 });
        return parseCase(
          { ...one, operation: `/a${index % endpoints}`, caseId: `${appId}-${index}` },
          { now: Date.now(), newId: services.newId, settings: DEFAULT_SETTINGS, sealer: testSealer },
        );
      });
      await services.recordings.add(read.flatMap((one) => (one.ok ? [one.value] : [])));
    },

    /** Runs the machine's steps in their order, each with this many concurrent calls. */
    async ran(runId: string, atOnce = 1) {
      const one = (name: StepName) => Promise.all(Array.from({ length: atOnce }, () => step(name, runId)));
      await one('ValidateRun');
      await waited('AdmitRun', runId, atOnce);
      for (let retry = true; retry; ) {
        await one('StartAttempt');
        await waited('PollAttempt', runId, atOnce);
        retry = (await one('CommitResult')).every((result) => (result as { retry: boolean }).retry); // its result
      }
      for (const name of ['ProjectScores', 'DecideGate', 'CompleteRun'] as const) await one(name);
    },

    async fail(runId: string, errorName = 'Broken'): Promise<void> {
      await steps.FailRun.run({ ...inputOf(runId), errorName }, services, NEVER);
    },

    async run(runId: string) {
      const run = await services.evaluation.runs.find(runId);
      if (run === undefined) throw new Error('there is no such run');
      return run;
    },

    async attempt(runId: string) {
      const attempt = (await services.evaluation.runs.attempts(runId)).at(-1);
      if (attempt === undefined) throw new Error('there is no attempt');
      return attempt;
    },

    /** Events of a run in short form: `framework.attempted(running)`, `artifact.committed(case_manifest)`, … */
    async events(runId: string): Promise<string[]> {
      const { events } = await services.evaluation.ledger.ofRun(runId, { after: null, limit: 100 });
      return events.map(({ type, payload }) => {
        const detail =
          type === 'framework.attempted' ? payload.status : type === 'artifact.committed' ? payload.role : null;
        return typeof detail === 'string' ? `${type}(${detail})` : type;
      });
    },

    /** Requests the cancellation of a run, like POST /runs/{id}/cancel. */
    async cancel(runId: string): Promise<void> {
      const run = await services.evaluation.runs.find(runId);
      if (run === undefined) throw new Error('there is no such run');
      const wanted = cancellation(run, 'tests', services.now());
      if (wanted === null) throw new Error('the run has ended');
      await services.evaluation.ledger.append({ run, ...wanted });
    },
  };
}

/** Ledger events of a successful run (evaluation 5.7). */
export const GOOD_RUN = [
  'workflow.validated',
  'artifact.committed(case_manifest)',
  'framework.attempted(running)',
  'artifact.committed(case_results)',
  'artifact.committed(native_result)',
  'framework.attempted(succeeded)',
  'framework.result.accepted',
  'gate.decided',
  'workflow.completed',
];
