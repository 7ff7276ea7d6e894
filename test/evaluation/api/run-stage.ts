import { afterAll } from 'vitest';
import { openStandaloneWorld } from '../../../bin/standalone/world.ts';
import { ledgerHead } from '../../../functions/evaluation/ledger/store/ledger-head.ts';
import { application } from '../../../functions/platform/http/application.ts';
import { familiesOf } from '../../../functions/platform/http/families.ts';
import { standaloneConfig } from '../../../functions/platform/settings/config.ts';
import { retryRateLimited } from '../../support/evaluation/retry-rate-limited.ts';
import { temporaryDataDir } from '../../support/running-service.ts';
import { hostOver } from '../../support/services-for.ts';

/**
 * The evaluation API over a world whose state machines do not run, so that runs keep their state. `x-tenant-id` selects
 * the caller's tenant.
 */
export function runStage() {
  const { dataDir, remove } = temporaryDataDir();
  const config = standaloneConfig({ SVC_DATA_DIR: dataDir, SVC_LOG_LEVEL: 'SILENT' });
  let aheadMs = 0;
  const real = openStandaloneWorld(config, () => Date.now() + aheadMs);
  const aSecond = () => {
    aheadMs += 1000;
  };
  const world = {
    ...real.world,
    workflows: { start: async () => 'running' as const, complete: async () => 'gone' as const },
  };
  const { services: servicesOf, routes } = hostOver(world, config);
  const app = application({
    families: familiesOf(routes, config),
    world,
    callerOf: async (headers) => ({
      tenant: headers.get('x-tenant-id') ?? 'default',
      name: 'ann',
      scopes: ['eval:read', 'eval:run'],
    }),
  });
  afterAll(async () => {
    await real.close();
    remove();
  });

  /** Sends a request and parses the response as JSON. */
  async function ask(method: string, path: string, given: { body?: unknown; headers?: Record<string, string> } = {}) {
    const init = {
      method,
      headers: { ...(given.body !== undefined && { 'content-type': 'application/json' }), ...given.headers },
      ...(given.body !== undefined && { body: JSON.stringify(given.body) }),
    };
    const answer = await retryRateLimited(
      async () => app.request(path.startsWith('/api') ? path : `/api/v1/eval${path}`, init),
      aSecond,
    );
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) };
  }

  /** Resolves unknown pins and returns their digest. */
  async function resolved(headers: Record<string, string> = {}): Promise<string> {
    const version = (digit: string) => ({ version: `sha256:${digit.repeat(64)}` });
    const body = {
      framework_definition: { digest: `sha256:${'1'.repeat(64)}` },
      runner: version('2'),
      subject: version('3'),
      environment: version('4'),
      gate_policy: version('5'),
    };
    return (await ask('POST', '/resolve', { body, headers })).body.workflow_version_digest;
  }

  return {
    ask,
    resolved,
    evaluationOf: (tenant: string) => servicesOf(tenant).evaluation,
    headOf: (tenant: string) => ledgerHead(world, tenant),
  };
}
