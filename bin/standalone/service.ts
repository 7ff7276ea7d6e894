import { runningServices } from '../../functions/evaluation/composition.ts';
import { notifierServices } from '../../functions/notifications/composition.ts';
import { CHANNEL_KINDS } from '../../functions/notifications/domain/channels/channel-kinds.ts';
import { observedRequests } from '../../functions/platform/http/around/observed-requests.ts';
import { powertoolsLog } from '../../functions/platform/log.ts';
import { runRate } from '../../functions/platform/run-rate.ts';
import type { StandaloneConfig } from '../../functions/platform/settings/config.ts';
import { blobRoutes } from '../../functions/platform/standalone/blob-routes.ts';
import { openGateway } from '../../functions/platform/standalone/gateway/gateway.ts';
import { metricsRoute } from '../../functions/platform/standalone/metrics/metrics-route.ts';
import type { ServiceMetrics } from '../../functions/platform/standalone/metrics/service-metrics.ts';
import { readyRoute } from '../../functions/platform/standalone/ready-route.ts';
import { openTraces } from '../../functions/platform/standalone/traces/open-traces.ts';
import type { Traces } from '../../functions/platform/standalone/traces/traces.ts';
import { backgroundCheck } from '../../functions/platform/standalone/upkeep/background-check.ts';
import { diskRoom } from '../../functions/platform/standalone/upkeep/disk-room.ts';
import { readiness } from '../../functions/platform/standalone/upkeep/readiness.ts';
import type { Log, World } from '../../functions/platform/world.ts';
import { standaloneApplication } from './application.ts';
import { startCaseCodes } from './case-codes.ts';
import { checkSettings } from './check-settings.ts';
import { startNotifications } from './notifications.ts';
import { warnOfOpenAccess } from './open-access.ts';
import { openLinks } from './open-links.ts';
import { startPlanSweeps } from './plan-sweeps.ts';
import { startPolicyTicks } from './policy-ticks.ts';
import { prepareData } from './prepare-data.ts';
import { startRetentionTicks } from './retention-ticks.ts';
import { startRunSweeps } from './run-sweeps.ts';
import { startScheduleTicks } from './schedule-ticks.ts';
import { startSealingTicks } from './sealing-ticks.ts';
import { openStandaloneWorld } from './world.ts';

export interface StandaloneService {
  /** `http://host:port` of the listening server. */
  url: string;
  /** One-time link that logs in as the local administrator; null if the service has no local login (docs/login.md). */
  loginLink: string | null;
  /** Graceful stop: requests and deliveries in flight complete, and replays pause where they can be resumed. */
  close(): Promise<void>;
}

/** Takes, migrates and opens the data directory, serves on host:port and takes up what was left unfinished. */
export async function startService(config: StandaloneConfig): Promise<StandaloneService> {
  const log = powertoolsLog(config.logLevel);
  const traces = await openTraces(config.otlpEndpoint, log);
  const lock = prepareData(config, log);
  const { opened, room } = opening(config, log, lock, traces);
  lock.confirm();
  const { world, addresses, host, storage, links, metrics, expiry, listensOn, resume, drain, close } = opened;
  const runs = runRate(world, config);
  const around = aroundRequests(traces, metrics, world);
  const app = standaloneApplication({ host, world, config, runs, room, around });
  const ready = readiness({ table: world.table, room, now: () => performance.now() });
  blobRoutes(app, world.blobs, addresses, room);
  readyRoute(app, ready, world);
  if (metrics !== null) metricsRoute(app, { metrics, token: config.metricsToken, world });
  const loginLinkOf = await openLinks({ config, links, log: world.log });
  const gateway = await openGateway(app, { ...config, newId: world.newId, now: world.now }).catch(async (fault) => {
    room.close();
    await close();
    lock.release();
    throw fault;
  });
  listensOn(gateway.port);
  await checkSettings(world, host);
  await resume();
  const planSweeps = startPlanSweeps({ world, host, storage });
  const runSweeps = await startRunSweeps(world, host.servicesOf(runningServices));
  const ticks = [
    startPolicyTicks(world, host.servicesOf(runningServices)),
    startScheduleTicks({ world, host, runs, room }),
    startRetentionTicks({ world, host, expiry }),
    startSealingTicks({ world, host, room }),
    startCaseCodes({ world, host, room }),
  ];
  const notifications = startNotifications({
    world,
    queue: world.queue,
    servicesOf: host.servicesOf(notifierServices),
    kinds: CHANNEL_KINDS,
    storage,
    ...(traces !== null && { around: traces.span }),
  });

  ready.started();
  const check = checkData(config, ready, world.log);

  const url = addressOf(config, gateway.port);
  world.log.info('service started', { port: gateway.port, open_api: config.openApi });
  warnOfOpenAccess(config, world.log);
  return {
    url,
    loginLink: await loginLinkOf(url),
    async close() {
      ready.add('STOPPING');
      room.close();
      await check.stop();
      await Promise.all([
        gateway.close(),
        drain(),
        planSweeps.stop(),
        notifications.stop(),
        runSweeps.stop(),
        ...ticks.map((one) => one.stop()),
      ]);
      await close();
      lock.release();
      world.log.info('service stopped');
      await traces?.close();
    },
  };
}

const addressOf = ({ host }: StandaloneConfig, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** Checks the table file beside what the service does, and says where it is damaged. */
function checkData({ dataDir }: StandaloneConfig, ready: ReturnType<typeof readiness>, log: Log) {
  const check = backgroundCheck(dataDir);
  void check.isSound.then((isSound) => {
    if (isSound) return;
    ready.add('DATA_DAMAGED');
    log.error('the table file is damaged');
  });
  return check;
}

/** What runs around each request: its trace, and the metrics of requests. */
const aroundRequests = (traces: Traces | null, metrics: ServiceMetrics | null, { elapsed }: Pick<World, 'elapsed'>) => [
  ...(traces === null ? [] : [traces.requests]),
  ...(metrics === null ? [] : [observedRequests(metrics.observe, elapsed)]),
];

/** Opens the world; the room on the disk first, since its table asks for it. */
function opening(config: StandaloneConfig, log: Log, lock: { release(): void }, traces: Traces | null) {
  const room = diskRoom(config.dataDir, { log });
  try {
    return { room, opened: openStandaloneWorld(config, Date.now, undefined, room, () => performance.now(), traces) };
  } catch (fault) {
    room.close();
    lock.release();
    throw fault;
  }
}
