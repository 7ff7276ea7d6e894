import { freePort } from '../../test/support/free-port.ts';
import { call, type RunningService, startProcess, temporaryDataDir } from '../../test/support/running-service.ts';

/** Benches measure the service, not its quotas. */
const QUOTAS = { SVC_TRIGGERS_PER_SECOND: '100000', SVC_STORED_MIB_PER_DAY: '10000000' };

/** Starts the real service with an empty data directory as a child process that stops with `running`. */
export async function startService(
  running: AsyncDisposableStack,
  env: Record<string, string> = {},
): Promise<RunningService> {
  const { dataDir, remove } = temporaryDataDir();
  running.defer(remove);
  const service = await startProcess({ dataDir, port: await freePort(), env: { ...QUOTAS, ...env } });
  const kill = () => process.kill(service.pid, 'SIGKILL');
  process.once('exit', kill);
  running.defer(async () => {
    await service.stop();
    process.off('exit', kill);
  });
  return service;
}

/** Calls the service and returns the body. Any status but 2xx fails the bench. */
export async function ask<Body>(url: string, method: string, path: string, body?: unknown): Promise<Body> {
  const answer = await call(url, method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}`);
  return answer.body;
}
