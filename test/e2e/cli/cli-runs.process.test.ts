import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cliStage, imported, shop, trigger } from '../../cli/cli-stage.ts';
import { startReplay } from '../../cli/replay-process.ts';
import { replay } from '../../cli/run-replay.ts';
import { ADMIN_KEY, completed } from '../../support/running-service.ts';

const { staged, target } = cliStage();

describe('the commands for runs and settings', () => {
  test('list, open, mark and rerun a run', async () => {
    const { env, url, folder } = await staged();
    await imported(env);
    const json = async (...args: string[]) => {
      const { code, stdout, stderr } = await replay([...args, '--json'], env);
      return { code, stderr, body: JSON.parse(stdout) };
    };
    const opened = join(folder, 'opened');
    writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\necho "$1" > ${opened}\n`, { mode: 0o755 });
    const at = await target(shop((path) => (path.startsWith('/part1/') ? 777_001 : 10)));
    const branch = ['--attribute', 'vcs.ref.head.name=main'];
    // The package that opens browsers looks for them in the PATH of its process.
    const run = await startReplay(trigger(at, '--wait', '--open', ...branch, '--json'), {
      ...env,
      PATH: `${folder}:${process.env.PATH}`,
    }).ended;
    expect(run.code, run.stderr).toBe(1);
    const { planId, reportUrl } = JSON.parse(run.stdout);
    expect(readFileSync(opened, 'utf8')).toBe(`${reportUrl}\n`);

    const listed = await json('runs', 'list', '--app-id', 'shop', '--branch', 'main', '--state', 'NEEDS_ACTION');
    expect(listed).toMatchObject({ code: 0, body: { items: [{ planId, branch: 'main', state: 'NEEDS_ACTION' }] } });
    expect((await json('runs', 'list', '--state', 'CLEAN')).body.items).toEqual([]);
    expect((await json('runs', 'list', '--branch', 'other')).body.items).toEqual([]);
    const table = await replay(['runs', 'list'], env);
    expect(table.stdout).toMatch(new RegExp(`NEEDS_ACTION +.* shop +main +90\\.0 % +${planId}`));

    const unknown = await json('mark', planId, '--kind', 'FIELD_VALUE', '--subject', 'other');
    expect(unknown.body).toMatchObject({ marked: 0 });
    const marked = await json('mark', planId, '--kind', 'FIELD_VALUE', '--subject', 'total', '--comment', 'new price');
    expect(marked).toMatchObject({ code: 0, body: { marked: 3 } });
    expect((await json('status', planId)).body.findings.state).toBe('CLEAN');
    expect(await json('status', planId, '--base', 'a'.repeat(24))).toMatchObject({
      code: 2,
      body: { errorMessage: '--base: there is no such run' },
    });
    const undone = await json('mark', planId, '--undo', marked.body.markedAt);
    expect(undone.body).toMatchObject({ removed: 3 });
    expect((await json('status', planId)).body.findings.state).toBe('NEEDS_ACTION');
    const [failed] = (await json('cases', 'of', planId, '--state', 'FAILED')).body.items;
    expect((await json('mark', planId, '--request', failed.planItemId)).body).toMatchObject({ marked: 1 });

    expect(await json('rerun', planId, '--wait')).toMatchObject({ code: 1, body: { planId } });
    expect(await json('stop', planId)).toMatchObject({ code: 2, body: { errorCode: 'NOT_RUNNING' } });
    expect((await completed(url, planId)).findings.state).toBe('NEEDS_ACTION');
  });

  test('stop a run', async () => {
    const { env, url } = await staged();
    await imported(env);
    const held: (() => void)[] = [];
    const reached = Promise.withResolvers<void>();
    const at = await target((request, response) => {
      held.push(() => shop(() => 10)(request, response));
      reached.resolve();
    });
    const { planId } = JSON.parse((await replay(trigger(at, '--json'), env)).stdout);
    await reached.promise;
    expect(await replay(['stop', planId], env)).toMatchObject({ code: 0, stdout: `stopped ${planId}\n` });
    for (const answer of held) answer();
    expect((await completed(url, planId)).findings.state).toBe('INTERRUPTED');
    expect((await replay(['status', planId], env)).code).toBe(2);
  });

  test('exit with 64 for wrong use, and name the option', async () => {
    const planId = 'a'.repeat(24);
    for (const args of [
      ['runs', 'list', '--state', 'GREEN'],
      ['mark', planId, '--kind', 'OTHER', '--subject', 'total'],
      ['status', planId, '--base', 'last'],
      ['trigger', '--app-id', 'shop', '--target-env', 'staging.internal:8080'],
    ])
      expect(await replay(args, {}), args.join(' ')).toMatchObject({
        code: 64,
        stdout: '',
        stderr: expect.stringMatching(
          `option '${args.find((arg) => /state|kind|base|target-env/.test(arg))} .*invalid`,
        ),
      });
    for (const args of [
      ['mark', planId],
      ['mark', planId, '--kind', 'FIELD_VALUE'],
      ['mark', planId, '--request', `${planId}:1`, '--subject', 'total'],
      ['mark', planId, '--undo', '2026-11-20T10:00:00Z', '--comment', 'x'],
      ['settings', 'set', 'shop'],
      ['settings', 'set', 'shop', 'replay.maxQps'],
      ['settings', 'set', 'shop', 'replay.maxQps=1', 'replay=2'],
      ['settings', 'set', 'shop', 'a=1', '--file', 'b.json'],
    ])
      expect(await replay(args, {}), args.join(' ')).toMatchObject({ code: 64, stdout: '' });
  });

  test('print settings and change them by name and from a file, with a reason', async () => {
    const { env, url, folder } = await staged();
    const settings = (...args: string[]) => replay(['settings', ...args], env);
    expect((await settings('get', 'shop')).stdout).toMatch(
      /^setting +value\noperationNaming +\w+\nendpoints +\[\]\nreplay\.maxQps +\d+\n/,
    );
    expect(await settings('set', 'shop', 'replay.maxQps=7', 'credentials=remove')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/replay\.maxQps +7\ncredentials +remove\n$/),
    });
    expect(await settings('get', 'shop', 'replay.maxQps')).toMatchObject({ code: 0, stdout: '7\n' });
    expect(JSON.parse((await settings('get', 'shop', 'replay', '--json')).stdout)).toMatchObject({ maxQps: 7 });
    expect(await settings('get', 'shop', 'replay.most')).toMatchObject({ code: 64, stdout: '' });
    expect(await settings('set', 'shop', 'replay.maxQps=8', 'replay.maxqps=8')).toMatchObject({
      code: 64,
      stdout: '',
      stderr: expect.stringContaining('there is no setting replay.maxqps\n'),
    });
    expect(await settings('get', 'shop', 'replay.maxQps'), 'nothing was changed').toMatchObject({ stdout: '7\n' });
    const { stdout: key } = await replay(['keys', 'add', 'writer', '--scope', 'write'], env);
    const write = (pair: string) => replay(['settings', 'set', 'shop', pair], { ...env, SVC_TOKEN: key.trim() });
    expect(await write('replay.timeoutMs=2000')).toMatchObject({ code: 0 });
    expect(await settings('set', 'shop', 'replay.maxQps=0')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('replay.maxQps'),
    });
    const file = join(folder, 'settings.json');
    writeFileSync(file, (await settings('get', 'shop', '--json')).stdout);
    await settings('set', 'shop', 'replay.maxQps=9', '--reason', 'staging is large');
    const page = await fetch(`${url}/console/apps/shop/settings`, { headers: { 'x-api-key': ADMIN_KEY } });
    expect(await page.text()).toContain('“staging is large”');
    expect(await settings('set', 'shop', 'replay.maxQps=8', '--reason', 'x'.repeat(201))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('reason must be a text of at most 200 characters'),
    });
    expect(await settings('set', 'shop', '--file', file)).toMatchObject({ code: 0 });
    expect(await settings('get', 'shop', 'replay.maxQps')).toMatchObject({ stdout: '7\n' });
  });
});
