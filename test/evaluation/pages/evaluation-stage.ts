import { Hono } from 'hono';
import { afterAll } from 'vitest';
import { openStandaloneWorld } from '../../../bin/standalone/world.ts';
import { cancellation } from '../../../functions/evaluation/domain/runs/cancellation.ts';
import type { Scope } from '../../../functions/platform/http/api.ts';
import { pageRoutes } from '../../../functions/platform/http/pages/page-routes.ts';
import { assets } from '../../../functions/platform/pages-shell/assets.ts';
import { problemPage } from '../../../functions/platform/pages-shell/problem.ts';
import { standaloneConfig } from '../../../functions/platform/settings/config.ts';
import { startedRun } from '../../support/evaluation/evaluation-manifests.ts';
import { temporaryDataDir } from '../../support/running-service.ts';
import { hostOver } from '../../support/services-for.ts';

/**
 * Pages over a world whose state machines do not run. `access-token` selects the caller's tenant, `x-scopes` the
 * caller's scopes.
 */
export function evaluationPageStage() {
  const { dataDir, remove } = temporaryDataDir();
  const config = standaloneConfig({ SVC_DATA_DIR: dataDir, SVC_LOG_LEVEL: 'SILENT' });
  const real = openStandaloneWorld(config);
  const world = {
    ...real.world,
    workflows: { ...real.world.workflows, start: async () => 'running' as const },
  };
  const { services: servicesOf, routes, pages } = hostOver(world, config);
  const app = new Hono();
  pageRoutes(app, {
    pages,
    assets,
    endpoints: routes,
    world,
    problem: problemPage,
    callerOf: async (headers) => ({
      tenant: headers.get('access-token') ?? 'default',
      name: 'ann',
      // written in this test
      scopes: (headers.get('x-scopes') ?? 'eval:read eval:run eval:policy').split(' ') as Scope[],
    }),
  });
  afterAll(async () => {
    await real.close();
    remove();
  });

  async function ask(path: string, init: RequestInit, headers: Record<string, string>) {
    const answer = await app.request(`http://127.0.0.1${path}`, {
      ...init,
      headers: { 'access-token': 'default', ...headers },
    });
    return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() };
  }

  return {
    servicesOf,
    get: (path: string, headers: Record<string, string> = {}) => ask(path, {}, headers),
    post: (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      ask(path, { method: 'POST', body: new URLSearchParams(fields) }, headers),
    /** A run of a tenant that stays queued. */
    run: (tenant = 'default', appId = 'shop') =>
      startedRun({ appId, targetEnv: 'http://10.0.0.7', subject: `build of ${tenant}` }, servicesOf(tenant)),
    /** Ends a queued run, which writes two events. */
    async cancel(runId: string, tenant = 'default'): Promise<void> {
      const { runs, ledger } = servicesOf(tenant).evaluation;
      const run = await runs.find(runId);
      const wanted = run && cancellation(run, 'tests', world.now());
      if (!run || !wanted) throw new Error('there is no such run to cancel');
      await ledger.append({ run, ...wanted });
    },
  };
}
