import { endpoints as consoleEndpoints } from '../../functions/console-api/endpoints.ts';
import { endpoints as evaluationEndpoints } from '../../functions/evaluation/api/endpoints.ts';
import { credentialReader } from '../../functions/login/service/credentials.ts';
import { endpoints as logEndpoints } from '../../functions/logs/api/endpoints.ts';
import { CHANNEL_KINDS } from '../../functions/notifications/domain/channels/channel-kinds.ts';
import { resumePlans } from '../../functions/notifications/steps/resume-plans.ts';
import { endpoints as openApiEndpoints } from '../../functions/open-api/endpoints.ts';
import { pages } from '../../functions/pages/pages.ts';
import { application } from '../../functions/platform/http/application.ts';
import { documentRoutes } from '../../functions/platform/http/documents/document-routes.ts';
import { consoleFamily, evaluationFamilies, openApiFamily } from '../../functions/platform/http/families.ts';
import { pageRoutes } from '../../functions/platform/http/pages/page-routes.ts';
import { assets, STYLE } from '../../functions/platform/pages-shell/assets.ts';
import { problemPage } from '../../functions/platform/pages-shell/problem.ts';
import type { StandaloneConfig } from '../../functions/platform/settings/config.ts';
import { blobRoutes } from '../../functions/platform/standalone/blob-routes.ts';
import { lockDataDir } from '../../functions/platform/standalone/data-dir-lock.ts';
import { openGateway } from '../../functions/platform/standalone/gateway/gateway.ts';
import { endpoints as recorderEndpoints } from '../../functions/recorder-api/endpoints.ts';
import { startNotifications } from './notifications.ts';
import { startPolicyTicks } from './policy-ticks.ts';
import { startRunSweeps } from './run-sweeps.ts';
import { openStandaloneWorld } from './world.ts';

export interface StandaloneService {
  /** `http://host:port` where it listens. */
  url: string;
  /** Graceful stop: requests under way are answered, notifications under way end, replays pause where they can be resumed. */
  close(): Promise<void>;
}

/** Takes and opens the data directory, serves on host:port and takes up what was left unfinished. */
export async function startService(config: StandaloneConfig): Promise<StandaloneService> {
  const lock = lockDataDir(config.dataDir);
  const { world, addresses, servicesOf, listensOn, resume, drain, close } = openStandaloneWorld(config);
  const callerOf = credentialReader({ adminKey: config.adminKey, ...servicesOf('default') });
  const app = application({
    families: [
      openApiFamily(openApiEndpoints, config),
      ...evaluationFamilies(evaluationEndpoints),
      consoleFamily([...consoleEndpoints, ...recorderEndpoints, ...logEndpoints]),
    ],
    world,
    servicesOf,
    callerOf,
  });
  const endpoints = [
    ...openApiEndpoints,
    ...consoleEndpoints,
    ...recorderEndpoints,
    ...logEndpoints,
    ...evaluationEndpoints,
  ];
  pageRoutes(app, { pages, assets, endpoints, world, servicesOf, callerOf, problem: problemPage });
  documentRoutes(app, { endpoints, config, world, style: STYLE });
  blobRoutes(app, world.blobs, addresses);
  const gateway = await openGateway(app, { ...config, newId: world.newId, now: world.now }).catch(async (fault) => {
    await close();
    lock.release();
    throw fault;
  });
  listensOn(gateway.port);
  await resume();
  await resumePlans(world, servicesOf, 0);
  const runSweeps = await startRunSweeps(world, servicesOf);
  const policyTicks = startPolicyTicks(world, servicesOf);
  const notifications = await startNotifications({ world, queue: world.queue, servicesOf, kinds: CHANNEL_KINDS });

  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  const url = `http://${host}:${gateway.port}`;
  world.log.info('service started', { port: gateway.port, open_api: config.openApi });
  return {
    url,
    async close() {
      await Promise.all([gateway.close(), drain(), notifications.stop(), runSweeps.stop(), policyTicks.stop()]);
      await close();
      lock.release();
      world.log.info('service stopped');
    },
  };
}
