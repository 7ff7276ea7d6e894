import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cliStage, imported, shop, trigger } from '../../cli/cli-stage.ts';
import { startReplay } from '../../cli/replay-process.ts';
import { replay } from '../../cli/run-replay.ts';
import { freePort } from '../../support/free-port.ts';
import { call, completed } from '../../support/running-service.ts';

const { staged, sharedStage, target } = cliStage();

describe('replay trigger --wait (interface 13)', () => {
  test('exits with 0 for CLEAN and 1 for findings, and writes reports without values', async () => {
    const { env, folder } = await sharedStage();
    const unpinned = await replay(trigger('http://127.0.0.1:9', '--case-source', 'pinned'), env);
    expect(unpinned).toMatchObject({ code: 2, stderr: expect.stringContaining('replay cases pin') });
    const clean = await replay(trigger(await target(shop(() => 10)), '--wait', '--json'), env);
    expect(clean.code, clean.stderr).toBe(0);
    expect(JSON.parse(clean.stdout)).toMatchObject({ status: 'COMPLETED', findings: { state: 'CLEAN' } });

    const changed = await target(shop((path) => (path.startsWith('/part1/') ? 777_001 : 10)));
    const files = { junit: join(folder, 'out/j.xml'), sarif: join(folder, 's.sarif'), markdown: join(folder, 'm.md') };
    const github = { GITHUB_STEP_SUMMARY: join(folder, 'summary.md'), GITHUB_OUTPUT: join(folder, 'output') };
    const found = await replay(
      trigger(changed, '--wait', '--github', ...Object.entries(files).flatMap(([name, file]) => [`--${name}`, file])),
      { ...env, ...github },
    );
    expect(found.code, found.stderr).toBe(1);
    expect(found.stdout).toMatch(/^NEEDS_ACTION: /m);
    const reports = [...Object.values(files), github.GITHUB_STEP_SUMMARY].map((file) => readFileSync(file, 'utf8'));
    for (const report of [...reports, found.stdout]) {
      expect(report).toContain('FIELD_VALUE');
      expect(report).not.toContain('777001');
    }
    expect(reports[0]?.match(/<testsuite name="GET \/part/g)).toHaveLength(10);
    expect(readFileSync(github.GITHUB_OUTPUT, 'utf8')).toMatch(
      /^plan-id=[0-9a-f]{24}\nstate=NEEDS_ACTION\nreport-url=http.*\n$/,
    );

    const planId = /plan-id=(\w+)/.exec(readFileSync(github.GITHUB_OUTPUT, 'utf8'))?.[1] ?? '';
    expect((await replay(['rules', 'add', 'shop', '--kind', 'ignore', '--path', 'total'], env)).code).toBe(0);
    expect(await replay(['status', planId], env)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^CLEAN/m) });
  });

  test('follows the run of an earlier attempt of the same job', async () => {
    const { env, url } = await sharedStage();
    const at = await target(shop(() => 10));
    const job = {
      GITHUB_ACTIONS: 'true',
      GITHUB_REPOSITORY: 'shop/api',
      GITHUB_RUN_ID: '1',
      GITHUB_JOB: 'replay',
      GITHUB_SHA: 'abc',
      GITHUB_SERVER_URL: 'https://github.test',
    };
    const started = async (settings: Record<string, string>, ...more: string[]) => {
      const { stdout, stderr } = await replay(trigger(at, '--wait', '--json', ...more), settings);
      expect(stderr).not.toContain('replay: ');
      return JSON.parse(stdout).planId as string;
    };
    const first = await started({ ...env, ...job, GITHUB_RUN_ATTEMPT: '1' });
    expect(await started({ ...env, ...job, GITHUB_RUN_ATTEMPT: '2' })).toBe(first);
    expect(await started({ ...env, ...job, GITHUB_RUN_ATTEMPT: '2' }, '--no-idempotency-key')).not.toBe(first);
    expect(await started({ ...env, ...job, GITHUB_RUN_ID: '2' })).not.toBe(first);
    const { body } = await call(url, 'GET', `/openapi/v1/replay-runs/${first}/diagnosis`);
    expect(body.attributes).toEqual({
      'cicd.pipeline.run.id': '1',
      'cicd.pipeline.run.url.full': 'https://github.test/shop/api/actions/runs/1',
      'vcs.ref.head.revision': 'abc',
    });
  });

  test('leaves the run running after Ctrl-C, and says how to follow it', async () => {
    const { env, url } = await sharedStage();
    const held: (() => void)[] = [];
    let isOpen = false;
    const at = await target((request, response) => {
      const answer = () => shop(() => 10)(request, response);
      if (isOpen) answer();
      else held.push(answer);
    });
    const command = startReplay(trigger(at, '--wait'), env);
    await command.said('%');
    command.child.kill('SIGINT');
    const { code, stderr } = await command.ended;
    expect(code).toBe(130);
    const planId = /replay status (\w{24}) --wait/.exec(stderr)?.[1] ?? '';
    isOpen = true;
    for (const answer of held) answer();
    expect(await completed(url, planId)).toMatchObject({ findings: { state: 'CLEAN' } });
  });

  test('continues to poll while the service is away', async () => {
    const stage = await staged();
    await imported(stage.env);
    const at = await target((request, response) => {
      setTimeout(() => shop(() => 10)(request, response), 100);
    });
    const command = startReplay(trigger(at, '--wait'), stage.env);
    await command.said('%');
    await stage.kill();
    await command.said('trying again');
    await stage.restart();
    expect(await command.ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/^CLEAN/m) });
  });
});

describe('an error of the command line', () => {
  const planId = 'a'.repeat(24);

  test.for([
    ['a missing option', ['trigger', '--app-id', 'shop'], {}, /--target-env/],
    ['an unknown command', ['statsu'], {}, /Did you mean status/],
    [
      'not a number',
      trigger('http://127.0.0.1:9', '--pass-threshold', 'much'),
      {},
      /--pass-threshold.*must be a number/,
    ],
    ['a report without --wait', trigger('http://127.0.0.1:9', '--junit', 'x'), {}, /--junit.*\n.*Add --wait/],
    [
      'a condition without --wait',
      trigger('http://127.0.0.1:9', '--fail-if', 'requests.failed > 0'),
      {},
      /--fail-if.*\n.*Add --wait/,
    ],
    [
      'a ratio without its unit',
      trigger('http://127.0.0.1:9', '--wait', '--fail-if', 'latency.p95 > 1.2'),
      {},
      /--fail-if.*write > and an x, as in "latency\.p95 > 1\.2x"/,
    ],
    ['no URL', ['status', planId], { SVC_URL: 'localhost' }, /SVC_URL must be an http or https URL/],
    ['a channel without address', ['channels', 'add', '--type', 'webhook'], {}, /--url-env/],
    [
      'a variable that is not set',
      ['channels', 'add', '--type', 'webhook', '--url-env', 'HOOK'],
      {},
      /--url-env: .*HOOK/,
    ],
    [
      'no port',
      ['record', '--app-id', 'shop', '--target', 'http://127.0.0.1:9', '--listen', 'x', '--out', '/dev/null'],
      {},
      /--listen/,
    ],
  ] as const)('is 64 for wrong use: %s', async ([, args, env, message]) => {
    const { code, stdout, stderr } = await replay(args, env);
    expect({ code, stdout }).toEqual({ code: 64, stdout: '' });
    expect(stderr).toMatch(message);
  });

  test.for([
    ['status', ['status', planId]],
    ['status --wait', ['status', planId, '--wait']],
    ['trigger', trigger('http://127.0.0.1:8080')],
    ['trigger --wait', trigger('http://127.0.0.1:8080', '--wait')],
    ['gate', ['gate', 'wrun_1', '--wait']],
  ] as const)('is 69 at once for a refused connection: %s', async ([, args]) => {
    const host = `127.0.0.1:${await freePort()}`;
    const { code, stdout, stderr } = await replay(args, { SVC_URL: `http://user:hidden@${host}/behind` });
    expect({ code, stdout }, stderr).toEqual({ code: 69, stdout: '' });
    expect(stderr).toContain(`the service at ${host} was not reached: connection refused\n`);
    expect(stderr).toMatch(/--url or SVC_URL/);
    expect(stderr).not.toMatch(/trying again|hidden|behind/);
  });

  test('is 2 for a refusal of the service', async () => {
    const { env } = await staged();
    const rows: [string[], Record<string, string>, number, string, RegExp][] = [
      [trigger('http://127.0.0.1:9'), env, 2, 'REASON_101', /replay import/],
      [trigger('http://127.0.0.1:9', '--operations', ' '), env, 2, 'EMPTY_OPERATIONS', /--operations/],
      [trigger('http://127.0.0.1:9', '--case-source-hours', '0'), env, 64, 'WRONG_USE', /--case-source-hours/],
      [trigger('http://127.0.0.1:9', '--pass-threshold', '7'), env, 64, 'WRONG_USE', /--pass-threshold/],
      [['cases', 'of', planId, '--state', 'LOST'], env, 64, 'WRONG_USE', /--state/],
      [
        ['rules', 'add', 'shop', '--kind', 'tolerance', '--path', 'a'],
        env,
        64,
        'WRONG_USE',
        /--absolute or --relative/,
      ],
      [['rules', 'add', 'shop', '--kind', 'ignore', '--path', 'a['], env, 2, 'INVALID_RULE', /--path must/],
      [['status', planId], env, 2, 'NOT_FOUND', /./],
      [['cases', 'apps'], { ...env, SVC_TOKEN: 'wrong' }, 2, 'NOT_LOGGED_IN', /replay login/],
      [['import', '/nowhere.har', '--app-id', 'shop'], env, 2, 'NOT_READ', /\/nowhere\.har/],
      [['import', 'x.txt', '--app-id', 'shop'], env, 2, 'NOT_READ', /x\.txt/],
      [['import', 'biome.json', '--app-id', 'shop'], env, 2, 'UNKNOWN_FORMAT', /--format/],
      [['logs', 'a'.repeat(32)], env, 64, 'WINDOW_NEEDED', /--since/],
      [['trigger'], env, 64, 'WRONG_USE', /--app-id/],
    ];
    for (const [args, given, expected, errorCode, message] of rows) {
      const { code, stdout, stderr } = await replay([...args, '--json'], given);
      expect({ code, answer: JSON.parse(stdout) }, args.join(' ')).toMatchObject({
        code: expected,
        answer: { errorCode },
      });
      expect(stderr).toMatch(message);
      expect(JSON.parse(stdout).errorMessage, 'a sentence of its own').not.toMatch(/^error:/);
    }
  });
});
