import { startService } from '../../../bench/support/start-service.ts';
import { startReplay } from '../../cli/replay-process.ts';
import { freePort } from '../../support/free-port.ts';
import { ADMIN_KEY, call, completed, type RunningService, temporaryDataDir } from '../../support/running-service.ts';
import { appUsers } from './app-user.ts';
import { openChangedBuild, type PlantedChange } from './changed-build.ts';
import type { LivingApplication } from './living-application.ts';
import { startLiving } from './start-living.ts';

/** A row of the findings. */
export interface Row {
  kind: string;
  subjects: string[];
  likelyNoise?: true;
  interfaces: { operationName: string; affectedRequests: number; methods?: string[] }[];
}

/** What a replay of a recorded application gave. */
export interface LivingOutcome {
  planId: string;
  requests: number;
  /** Requests whose response has the recorded status. */
  asRecorded: number;
  needsAction: Row[];
  toReview: Row[];
  hints: string[];
  /** How many responses have each planted change. */
  changed: readonly number[];
}

export interface RecordedLiving {
  /** Requests that the users sent. */
  sent: number;
  service: RunningService;
  /** Replays the recording against the application on fresh data, as it is or with changes. */
  replay(planted?: readonly PlantedChange[]): Promise<LivingOutcome>;
}

/** The settings of a service that has none: `startProcess` has others, for tests that need no noise reduction. */
const DEFAULTS = { SVC_NOISE_REDUCTION: 'rules', SVC_SETTLE_SECONDS: '180' };

/** Records what users do with an application through `replay record`, and then stops both. */
export async function recordLiving(
  application: LivingApplication,
  running: AsyncDisposableStack,
): Promise<RecordedLiving> {
  const service = await startService(running, DEFAULTS);
  const sent = await recordTraffic(application, service);
  return {
    sent,
    service,
    async replay(planted = []) {
      const build = await startLiving(application);
      try {
        const changed = await openChangedBuild(build.url, planted);
        try {
          const targetEnv = planted.length > 0 ? changed.url : build.url;
          return await replayed(application.name, targetEnv, service, changed.changed);
        } finally {
          await changed.close();
        }
      } finally {
        await build.stop();
      }
    },
  };
}

async function recordTraffic(application: LivingApplication, service: RunningService): Promise<number> {
  const build = await startLiving(application);
  const home = temporaryDataDir();
  const port = await freePort();
  const recorder = startReplay(
    ['record', '--app-id', application.name, '--target', build.url, '--listen', `127.0.0.1:${port}`, '--json'],
    { SVC_URL: service.url, SVC_TOKEN: ADMIN_KEY, HOME: home.dataDir },
  );
  try {
    await recorder.said('Ctrl-C ends it.');
    const users = appUsers(`http://127.0.0.1:${port}`);
    await application.traffic(users.visit).catch((cause) => {
      throw new Error(`the traffic failed; the application said:\n${build.output()}`, { cause });
    });
    recorder.child.kill('SIGINT');
    const { code, stdout, stderr } = await recorder.ended;
    const counts = code === 0 ? JSON.parse(stdout) : {};
    if (counts.stored !== users.sent())
      throw new Error(`${users.sent()} requests were sent, the recorder ended with ${code}: ${stdout} ${stderr}`);
    return users.sent();
  } finally {
    recorder.child.kill('SIGKILL');
    home.remove();
    await build.stop();
  }
}

async function replayed(
  appId: string,
  targetEnv: string,
  service: RunningService,
  changed: readonly number[],
): Promise<LivingOutcome> {
  const started = await call(service.url, 'POST', '/openapi/v1/replay-triggers', { appId, targetEnv });
  if (typeof started.body.planId !== 'string') throw new Error(`not started: ${started.text}`);
  const { planId } = started.body;
  const { findings } = await completed(service.url, planId);
  const plan = await call(service.url, 'GET', `/api/replays/${planId}`);
  const statuses = await allStatuses(service, planId);
  return {
    planId,
    requests: statuses.length,
    asRecorded: statuses.filter(({ recorded, replayed: now }) => recorded === now).length,
    needsAction: findings.needsAction,
    toReview: findings.toReview,
    hints: (plan.body.hints ?? []).map(({ kind }: { kind: string }) => kind),
    changed,
  };
}

interface Status {
  recorded: number | null;
  replayed: number | null;
}

/** The recorded and replayed status of every request of a run. */
async function allStatuses({ url }: RunningService, planId: string): Promise<Status[]> {
  const statuses: Status[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: string = `/api/replays/${planId}/cases?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const { body } = await call(url, 'GET', page);
    statuses.push(...body.items.map(({ status }: { status: Status }) => status));
    cursor = body.nextCursor;
  }
  return statuses;
}
