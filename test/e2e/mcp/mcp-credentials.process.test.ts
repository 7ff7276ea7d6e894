import { describe, expect, onTestFinished, test } from 'vitest';
import { openTarget } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';
import { cases, encoded, planted, REPLAYED, SET } from '../../support/planted-credentials.ts';
import { ADMIN_KEY, call, startProcess, temporaryDataDir } from '../../support/running-service.ts';
import { mcpClient } from './mcp-client.ts';

/** A service with recordings that hold credentials in clear, as `keep` stores them, or sealed. */
async function stage(credentials: 'keep' | 'seal') {
  const { dataDir, remove } = temporaryDataDir();
  const target = await openTarget(({ url = '' }, response) => {
    const answer = REPLAYED[url.split('?')[0] ?? ''];
    for (const [name, value] of answer?.headers ?? []) response.setHeader(name, value);
    response.end(answer?.body ?? '{}');
  });
  const service = await startProcess({ dataDir, port: await freePort() });
  onTestFinished(async () => {
    await service.stop();
    await target.close();
    remove();
  });
  await call(service.url, 'PUT', '/api/apps/shop/settings', {
    compareHeaders: true,
    credentials,
    replay: { aliasValues: false, headers: { set: { 'x-api-key': SET }, always: ['x-api-key'] } },
  });
  await call(service.url, 'POST', '/api/recorder/cases', [...cases, encoded]);
  return { service, target };
}

describe.for(['keep', 'seal'] as const)('`replay mcp` with recordings under credentials: %s', (credentials) => {
  test(`shows none of ${planted.length} credentials, also with a key that may change everything`, async () => {
    const { service, target } = await stage(credentials);
    const env = { SVC_URL: service.url, SVC_TOKEN: ADMIN_KEY };
    const args = ['--allow-runs', '--allow-changes'];
    const { call: tool, client, stderr } = await mcpClient({ env, args });
    const seen: string[] = [JSON.stringify(await client.listTools()), client.getInstructions() ?? ''];
    const asked = async (name: string, input: Record<string, unknown> = {}) => {
      const { text, isError } = await tool(name, input);
      seen.push(text);
      expect(isError, text).toBe(false);
      return JSON.parse(text);
    };
    await asked('list_applications');
    await asked('list_endpoints', { appId: 'shop' });
    const { planId } = await asked('start_run', { appId: 'shop', targetEnv: target.url, waitSeconds: 120 });
    await asked('get_run', { planId });
    await asked('list_runs', { appId: 'shop' });
    await asked('get_findings', { planId, limit: 20 });
    const { requests } = await asked('list_results', { planId, limit: 100 });
    expect(requests).toHaveLength(cases.length + 1);
    for (const { planItemId } of requests) {
      await asked('get_difference', { planItemId, bodies: true });
      await asked('get_difference', { planItemId });
    }
    const [{ planItemId }] = requests;
    await asked('preview_rule', { appId: 'shop', planId, kind: 'ignore', path: '$.id' });
    await asked('preview_accept', { planId, requests: [planItemId] });
    await asked('preview_expected', { appId: 'shop', planId, requests: [planItemId], change: 'any' });
    await asked('expect_change', { appId: 'shop', planId, requests: [planItemId], change: 'any' });
    await asked('accept_results', { planId, requests: [planItemId] });

    expect(target.seen.map(({ headers }) => headers['x-api-key'])).toContain(SET);
    const everything = [...seen, stderr()].join('\n');
    expect([...planted, ADMIN_KEY].filter((one) => everything.includes(one))).toEqual([]);
    expect(everything).toContain(credentials === 'keep' ? '***' : 'sealed');
  });
});
