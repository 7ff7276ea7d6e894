import { runningServices } from '../../functions/evaluation/services.ts';
import { CHANNEL_KINDS } from '../../functions/notifications/domain/channels/channel-kinds.ts';
import { notifierServices, recoveryServices } from '../../functions/notifications/services.ts';
import { resumePlans } from '../../functions/notifications/steps/resume-plans.ts';

import { powertoolsLog } from '../../functions/platform/log.ts';

import type { StandaloneConfig } from '../../functions/platform/settings/config.ts';
import { blobRoutes } from '../../functions/platform/standalone/blob-routes.ts';
import { lockDataDir } from '../../functions/platform/standalone/data-dir-lock.ts';
import { openGateway } from '../../functions/platform/standalone/gateway/gateway.ts';
import { migrateData } from '../../functions/platform/standalone/migrate-data.ts';
import { refuseDamaged } from '../../functions/platform/standalone/upkeep/quick-check.ts';
import { standaloneApplication } from './application.ts';
import { startNotifications } from './notifications.ts';
import { startPolicyTicks } from './policy-ticks.ts';
import { startRunSweeps } from './run-sweeps.ts';
import { openStandaloneWorld } from './world.ts';

export interface StandaloneService {
  /** `http://host:port` of the listening server. */
  url: string;
  /** Graceful stop: requests and deliveries in flight complete, and replays pause where they can be resumed. */
  close(): Promise<void>;
}

/** Takes, migrates and opens the data directory, serves on host:port and takes up what was left unfinished. */
export async function startService(config: StandaloneConfig): Promise<StandaloneService> {
  const lock = lockDataDir(config.dataDir);
  try {
    refuseDamaged(config.dataDir);
    migrateData(config.dataDir, { log: powertoolsLog(config.logLevel) });
  } catch (fault) {
    lock.release();
    throw fault;
  }
  const { world, addresses, host, listensOn, resume, drain, close } = opened(config, lock);
  const app = standaloneApplication({ host, world, config });
  blobRoutes(app, world.blobs, addresses);
  const gateway = await openGateway(app, { ...config, newId: world.newId, now: world.now }).catch(async (fault) => {
    await close();
    lock.release();
    throw fault;
  });
  listensOn(gateway.port);
  await resume();
  await resumePlans(world, host.servicesOf(recoveryServices), 0);
  const runSweeps = await startRunSweeps(world, host.servicesOf(runningServices));
  const policyTicks = startPolicyTicks(world, host.servicesOf(runningServices));
  const notifications = await startNotifications({
    world,
    queue: world.queue,
    servicesOf: host.servicesOf(notifierServices),
    kinds: CHANNEL_KINDS,
  });

  const hostname = config.host.includes(':') ? `[${config.host}]` : config.host;
  const url = `http://${hostname}:${gateway.port}`;
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

/** Opens the world; a fault releases the lock. */
function opened(config: StandaloneConfig, lock: { release(): void }) {
  try {
    return openStandaloneWorld(config);
  } catch (fault) {
    lock.release();
    throw fault;
  }
}
