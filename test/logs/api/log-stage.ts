import { openStandaloneWorld } from '../../../bin/standalone/world.ts';
import { callerReader } from '../../../functions/composition/callers.ts';
import { digestOfSetting } from '../../../functions/login/composition.ts';
import { endpoints } from '../../../functions/logs/api/endpoints.ts';
import { routesOf } from '../../../functions/platform/http/api.ts';
import { application } from '../../../functions/platform/http/application.ts';
import { familiesOf } from '../../../functions/platform/http/families.ts';
import { standaloneConfig } from '../../../functions/platform/settings/config.ts';
import { blobRoutes } from '../../../functions/platform/standalone/blob-routes.ts';
import { openGateway } from '../../../functions/platform/standalone/gateway/gateway.ts';
import type { World } from '../../../functions/platform/world.ts';
import { ADMIN_KEY, temporaryDataDir } from '../../support/running-service.ts';
import { type EveryService, everyService } from '../../support/services-for.ts';

export const TRACE = '0af7651916cd43dd8448eb211c80319c';
export const SPAN = 'b7ad6b7169203331';
/** 2023-11-14T22:13:20.000Z */
export const T = 1_700_000_000_000;

/** The log endpoints behind a real port, over the standalone world. */
export interface LogStage {
  url: string;
  world: World;
  services: EveryService;
  /** Lines that the endpoints logged. */
  logged: { message: string; facts: Record<string, unknown> | undefined }[];
  lookup(query: Record<string, string>): Promise<Response>;
  /** Response of a successful lookup. */
  found(query: Record<string, string>): Promise<{ rows: Record<string, unknown>[]; warnings: string[] }>;
  post(body: string | Buffer<ArrayBuffer>, headers?: Record<string, string>): Promise<Response>;
  /** Key of a caller with only this scope. */
  keyWith(scope: 'read' | 'write' | 'record'): Promise<string>;
  close(): Promise<void>;
}

/** Opens the stage. `around` replaces the services of the endpoints; `now` is the clock, in epoch ms. */
export async function openLogStage(
  environment: Record<string, string> = {},
  around: (services: EveryService) => Partial<EveryService> = () => ({}),
  now: () => number = Date.now,
): Promise<LogStage> {
  const { dataDir, remove } = temporaryDataDir();
  const config = standaloneConfig({
    SVC_DATA_DIR: dataDir,
    SVC_ADMIN_KEY: ADMIN_KEY,
    SVC_LOG_LEVEL: 'SILENT',
    ...environment,
  });
  const opened = openStandaloneWorld(config, now);
  const services = opened.host.servicesOf(everyService)('default');
  const logged: LogStage['logged'] = [];
  const keep = (message: string, facts?: Record<string, unknown>) => logged.push({ message, facts });
  const log = { debug: keep, info: keep, warn: keep, error: keep };
  const routes = routesOf(endpoints, () => ({ ...services, log, ...around(services) }));
  const app = application({
    families: familiesOf(routes, config),
    world: { ...opened.world, log },
    callerOf: callerReader(opened.host, digestOfSetting(config.adminKey)),
  });
  blobRoutes(app, opened.world.blobs, opened.addresses);
  const gateway = await openGateway(app, {
    host: '127.0.0.1',
    port: 0,
    basicAuth: null,
    publicUrl: 'http://127.0.0.1',
    allowedHosts: [],
    newId: opened.world.newId,
    now: opened.world.now,
  });
  const url = `http://127.0.0.1:${gateway.port}`;
  const lookup: LogStage['lookup'] = (query) =>
    fetch(`${url}/api/recorder/logs?${new URLSearchParams(query)}`, {
      headers: { 'x-api-key': ADMIN_KEY },
      redirect: 'manual',
    });
  return {
    url,
    world: opened.world,
    services,
    logged,
    lookup,
    found: async (query) => {
      const answer = await (await lookup(query)).json();
      return answer as Awaited<ReturnType<LogStage['found']>>; // the tests check the shape
    },
    post: (body, headers = {}) =>
      fetch(`${url}/v1/logs`, {
        method: 'POST',
        headers: { 'x-api-key': ADMIN_KEY, 'content-type': 'application/json', ...headers },
        body,
      }),
    async keyWith(scope) {
      const name = opened.world.newId();
      return (await services.apiKeys.create({ name, tenant: 'default', scopes: [scope] }))?.key ?? '';
    },
    async close() {
      await gateway.close();
      await opened.close();
      remove();
    },
  };
}

/** Body of a JSON export. */
export const exportOf = (...records: object[]): string =>
  JSON.stringify({
    resourceLogs: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'shop' } }] },
        scopeLogs: [{ logRecords: records }],
      },
    ],
  });

/** A record of the trace, this many milliseconds after T. */
export const recordAt = (ms: number, body: string) => ({
  timeUnixNano: String(BigInt(T + ms) * 1_000_000n),
  severityNumber: 9,
  body: { stringValue: body },
  traceId: TRACE,
  spanId: SPAN,
});

/** ISO-8601 time, this many milliseconds after T. */
export const iso = (ms: number) => new Date(T + ms).toISOString();
