import { describe, expect, test } from 'vitest';
import { MAX_ANSWER_LENGTH } from '../../../cli/mcp/bounded-json.ts';
import { cliStage, imported, shop } from '../../cli/cli-stage.ts';
import { call as ask } from '../../support/running-service.ts';
import { mcpClient } from './mcp-client.ts';

const { staged, sharedStage, target } = cliStage();
const READING = [
  'list_applications',
  'list_endpoints',
  'list_runs',
  'get_run',
  'get_findings',
  'list_results',
  'get_difference',
  'preview_rule',
  'preview_expected',
  'preview_accept',
];

/** Part 1 has another total. */
const changed = shop((path) => (path.startsWith('/part1/') ? 777_001 : 10));

describe('`replay mcp`', () => {
  test.for([
    ['by default', [], READING],
    ['with --allow-runs', ['--allow-runs'], [...READING, 'start_run']],
    ['with --allow-changes', ['--allow-changes'], [...READING, 'expect_change', 'accept_results']],
  ] as const)('offers %s only the tools that it may', async ([, args, expected]) => {
    const { client } = await mcpClient({ env: { SVC_URL: 'http://127.0.0.1:1' }, args });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([...expected].sort());
    for (const { name, annotations, inputSchema, description } of tools) {
      expect(annotations?.readOnlyHint, name).toBe(READING.includes(name));
      expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false });
      expect(description, name).toMatch(/\.$/);
    }
    expect(client.getInstructions()?.includes('--allow-runs')).toBe(!args.some((one) => one === '--allow-runs'));
  });

  test('leads from the applications to the two values that differ', async () => {
    const { env, url } = await staged();
    await imported(env);
    const { read, client } = await mcpClient({ env, args: ['--allow-runs'] });
    expect(await read('list_applications')).toEqual({ applications: ['shop'] });
    expect((await read('list_endpoints', { appId: 'shop' })).endpoints).toHaveLength(10);

    const shown: number[] = [];
    const input = { appId: 'shop', targetEnv: await target(changed), attributes: { 'vcs.ref.head.name': 'topic' } };
    const answer = await client.callTool(
      { name: 'start_run', arguments: { ...input, waitSeconds: 120 } },
      { onprogress: ({ progress }) => shown.push(progress), timeout: 130_000 },
    );
    const [content] = answer.content;
    const run = JSON.parse(content?.type === 'text' ? content.text : '');
    expect(run).toMatchObject({ status: 'COMPLETED', state: 'NEEDS_ACTION', requests: { total: 30, failed: 3 } });
    expect(run.reportUrl).toBe(`${url}/report/${run.planId}`);
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.every((part) => part >= 0 && part <= 1)).toBe(true);

    const { runs } = await read('list_runs', { appId: 'shop', branch: 'topic' });
    expect(runs).toMatchObject([{ planId: run.planId, state: 'NEEDS_ACTION', needsAction: 1 }]);
    const { findings, more } = await read('get_findings', { planId: run.planId });
    expect(more).toBe(0);
    expect(findings).toMatchObject([
      {
        group: 'needsAction',
        kind: 'FIELD_VALUE',
        subjects: ['total'],
        affectedRequests: 3,
        evidence: { differences: [{ path: 'total', recorded: '10', replayed: '777001' }] },
      },
    ]);
    expect((await read('get_findings', { planId: run.planId, kind: 'SERVER_ERROR' })).findings).toEqual([]);
    const { planItemId } = findings[0].evidence;
    const difference = await read('get_difference', { planItemId });
    expect(difference.differences).toMatchObject([{ kind: 'FIELD_VALUE', recorded: '10', replayed: '777001' }]);
    expect(difference.sides).toBe(undefined);
    const { sides } = await read('get_difference', { planItemId, bodies: true });
    expect(sides.replayed.body).toContain('777001');
    const { requests } = await read('list_results', { planId: run.planId, state: 'FAILED' });
    expect(requests.map((one: { planItemId: string }) => one.planItemId)).toContain(planItemId);

    const rule = { appId: 'shop', planId: run.planId, kind: 'ignore', path: 'total' };
    expect(await read('preview_rule', rule)).toMatchObject({
      before: { failedRequests: 3 },
      after: { state: 'CLEAN' },
    });
    expect((await ask(url, 'GET', '/api/apps/shop/compare-rules')).body.items).not.toContainEqual(
      expect.objectContaining({ origin: 'person' }),
    );
  });

  test('saves what is expected and accepts results with --allow-changes and the scope write', async () => {
    const { env, url } = await staged();
    await imported(env);
    const { read } = await mcpClient({ env, args: ['--allow-runs', '--allow-changes'] });
    const { planId } = await read('start_run', { appId: 'shop', targetEnv: await target(changed), waitSeconds: 120 });
    const finding = { kind: 'FIELD_VALUE', subject: 'total' };
    const preview = await read('preview_expected', { appId: 'shop', planId, finding });
    expect(preview).toMatchObject({ before: { state: 'NEEDS_ACTION' }, after: { state: 'CLEAN' } });
    expect((await ask(url, 'GET', '/api/apps/shop/expectations')).body.items).toEqual([]);
    const { expected } = await read('expect_change', { appId: 'shop', planId, finding, note: 'new price' });
    expect(expected).toMatchObject([{ kind: 'FIELD_VALUE', subject: 'total', note: 'new price' }]);
    await expect.poll(async () => (await read('get_run', { planId })).state).toBe('CLEAN');

    expect(await read('preview_accept', { planId, expected: true })).toMatchObject({ accepts: 3 });
    const { accepted } = await read('accept_results', { planId, expected: true, note: 'goes live' });
    expect(accepted).toHaveLength(3);
    const { body } = await ask(url, 'GET', `/api/recorder/cases/${accepted[0].caseId}`);
    expect(body.response.body).toContain('777001');
  });

  test('says which right is missing, and changes nothing', async () => {
    const { env, url } = await staged();
    await imported(env);
    const { body } = await ask(url, 'POST', '/api/api-keys', { name: 'agent', scopes: ['read'] });
    const reader = { ...env, SVC_TOKEN: body.body?.key ?? body.key };
    const { read, call } = await mcpClient({ env: reader, args: ['--allow-runs', '--allow-changes'] });
    const { planId } = await read('start_run', { appId: 'shop', targetEnv: await target(changed), waitSeconds: 120 });
    const finding = { kind: 'FIELD_VALUE', subject: 'total' };
    for (const [name, input] of [
      ['expect_change', { appId: 'shop', planId, finding }],
      ['accept_results', { planId, finding }],
      ['preview_accept', { planId, finding }],
    ] as const) {
      const { isError, text } = await call(name, input);
      expect({ name, isError, text }).toMatchObject({ isError: true, text: expect.stringMatching(/^NOT_ALLOWED: /) });
    }
    expect((await ask(url, 'GET', '/api/apps/shop/expectations')).body.items).toEqual([]);

    const stranger = await mcpClient({ env: { ...env, SVC_TOKEN: '' } });
    expect(await stranger.read('get_run', { planId })).toMatchObject({ state: 'NEEDS_ACTION', hints: [] });
    expect((await stranger.read('get_findings', { planId })).findings).toMatchObject([{ evidence: null }]);
    expect(await stranger.call('list_runs')).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^NOT_LOGGED_IN: /),
    });
  });

  test('does not know a tool that was not allowed', async () => {
    const { env } = await sharedStage();
    const { client } = await mcpClient({ env });
    const given = { appId: 'shop', targetEnv: await target(changed) };
    await expect(client.callTool({ name: 'start_run', arguments: given })).rejects.toThrow(/start_run/);
    await expect(client.callTool({ name: 'expect_change', arguments: {} })).rejects.toThrow(/expect_change/);
  });

  test('names the field of an input that it refuses', async () => {
    const { env } = await sharedStage();
    const { call } = await mcpClient({ env, args: ['--allow-runs', '--allow-changes'] });
    const planId = 'a'.repeat(24);
    for (const [name, input, field] of [
      ['get_run', {}, 'planId'],
      ['get_run', { planId: 'latest' }, 'planId'],
      ['get_run', { planId, plan: 1 }, 'plan'],
      ['list_runs', { limit: 1000 }, 'limit'],
      ['list_runs', { state: 'GREEN' }, 'state'],
      ['get_difference', { planItemId: planId }, 'planItemId'],
      ['start_run', { appId: 'shop' }, 'targetEnv'],
      ['start_run', { appId: 'shop', targetEnv: 'ftp://127.0.0.1' }, 'targetEnv'],
      ['start_run', { appId: 'shop', targetEnv: 'http://127.0.0.1:1', waitSeconds: 3600 }, 'waitSeconds'],
      ['expect_change', { appId: 'shop', planId }, 'finding'],
      ['accept_results', { planId, finding: { kind: 'FIELD_VALUE' } }, 'finding.subject'],
      ['preview_rule', { appId: 'shop', planId, kind: 'guess', path: 'total' }, 'kind'],
    ] as const) {
      const { isError, text } = await call(name, input);
      expect({ input, isError }).toEqual({ input, isError: true });
      expect(text).toMatch(new RegExp(`\\b${field}\\b`));
    }
    const unknown = await call('get_run', { planId });
    expect(unknown).toMatchObject({ isError: true });
    const other = await call('list_endpoints', { appId: 'shopp' });
    expect(other).toMatchObject({ isError: true, text: expect.stringContaining('shopp') });
  });

  test('returns in time from a run that continues', async () => {
    const { env, url } = await staged();
    await imported(env);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const at = await target(async (request, response) => {
      await held;
      return changed(request, response);
    });
    const { read } = await mcpClient({ env, args: ['--allow-runs'] });
    const begun = await read('start_run', { appId: 'shop', targetEnv: at, waitSeconds: 1 });
    expect(begun).toMatchObject({ status: 'RUNNING', next: expect.stringContaining('get_run') });
    expect(await read('get_run', { planId: begun.planId })).toMatchObject({ progress: 0 });
    release();
    expect(await read('start_run', { planId: begun.planId, waitSeconds: 120 })).toMatchObject({
      state: 'NEEDS_ACTION',
    });
    expect((await ask(url, 'GET', '/api/replays?appId=shop')).body.items).toHaveLength(1);
  });

  test('bounds its answers, and says what it leaves out', async () => {
    const { env } = await staged();
    await imported(env);
    const at = await target(({ url = '' }, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ path: url, total: 10, list: Array.from({ length: 9_000 }, (_, n) => `row ${n}`) }));
    });
    const { read, call } = await mcpClient({ env, args: ['--allow-runs'] });
    const { planId } = await read('start_run', { appId: 'shop', targetEnv: at, waitSeconds: 120 });
    const { requests } = await read('list_results', { planId, limit: 1 });
    const { text } = await call('get_difference', { planItemId: requests[0].planItemId, bodies: true });
    expect(text.length).toBeLessThanOrEqual(MAX_ANSWER_LENGTH);
    expect(text).toMatch(/… \d+ more characters/);
  });

  test.for(['legacy', 'auto'] as const)('speaks with clients of the protocol by %s negotiation', async (mode) => {
    const { env } = await sharedStage();
    const { read } = await mcpClient({ env, options: { versionNegotiation: { mode } } });
    expect(await read('list_applications')).toEqual({ applications: ['shop'] });
  });

  test('answers a tool by an error while the service is not there', async () => {
    const { call } = await mcpClient({ env: { SVC_URL: 'http://127.0.0.1:1' } });
    expect(await call('list_applications')).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^UNREACHABLE: /),
    });
  });
});
