import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageRunner, scriptOf } from '../support/docs/page-scripts.ts';
import { freePort } from '../support/free-port.ts';
import { ADMIN_KEY, type RunningService, startProcess, temporaryDataDir } from '../support/running-service.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The addresses of the tutorials; a test uses free ports in their place. */
const PORTS = [3000, 3001, 4000, 8080, 8091, 8092];

const { dataDir, remove } = temporaryDataDir();
const work = temporaryDataDir();
let service: RunningService;
let runner: Awaited<ReturnType<typeof pageRunner>>;
const run = (script: string) => runner.run(script);

const page = (name: string) => readFileSync(join(ROOT, 'docs/tutorials', name), 'utf8');

beforeAll(async () => {
  service = await startProcess({ dataDir, port: await freePort(), env: { SVC_NOISE_REDUCTION: 'rules' } });
  const env = {
    PATH: `${work.dataDir}:${process.env.PATH}`,
    HOME: work.dataDir,
    XDG_CONFIG_HOME: join(work.dataDir, 'config'),
    SVC_URL: service.url,
    SVC_TOKEN: ADMIN_KEY,
  };
  runner = await pageRunner({ cwd: work.dataDir, env, named: PORTS });
  const entry = process.env.CLI_BUNDLE ?? join(ROOT, 'bin/replay.ts');
  writeFileSync(join(work.dataDir, 'replay'), `#!/bin/sh\nexec ${process.execPath} ${entry} "$@"\n`, { mode: 0o755 });
});

afterAll(async () => {
  runner.end();
  expect(await service.stop()).toBe(0);
  remove();
  work.remove();
});

describe('a page of docs/tutorials', () => {
  test('fails if a background command ends before it listens', async () => {
    const { code } = await run(scriptOf('```sh background 127.0.0.1:3000\nfalse\n```\n```sh run\necho on\n```\n'));
    expect(code).toBe(1);
  });

  test('describes what its commands do: your-app.md, expected-change.md, continuous-recording.md, ci.md and evaluate-a-build.md', async () => {
    const pages = ['your-app.md', 'expected-change.md', 'continuous-recording.md', 'ci.md'];
    const python = spawnSync('python3', ['--version']).status === 0;
    if (python) pages.push('evaluate-a-build.md');
    const { code, output } = await run(pages.map((name) => scriptOf(page(name))).join('\n'));
    expect(code, output).toBe(0);
    expect(output).toContain('\nNEEDS_ACTION: ');
    expect(output).toMatch(/needs action {2}FIELD_VALUE {2}total +GET \/orders\/\{id\} {2}9 of 9/);
    expect(output, 'times are noise').not.toMatch(/needs action +FIELD_VALUE +at /);
    expect(output).toContain('\nCLEAN: ');
    expect(output).toContain('"findings":{"state":"CLEAN"');
    expect(output).toContain('failing requests: 9 → 0; state: NEEDS_ACTION → CLEAN');
    expect(output).toContain('9 requests expected in total.');
    if (python)
      for (const line of ['build-1 -> pass', 'build-2 -> fail', 'build-1.2 pass observed 1 baseline 1 delta 0'])
        expect(output).toContain(line);
  });

  test('reaches the account by a recorded login and by a login step: app-with-login.md', async () => {
    const { code, output } = await run(scriptOf(page('app-with-login.md')));
    expect(code, output).toBe(0);
    expect(output).toContain('{"name":"Ada","credit":5}');
    expect(output.match(/needs action {2}FIELD_VALUE {2}credit {2}GET \/account {2}1 of 1/g)).toHaveLength(2);
  });

  test('gets recorded answers of the inventory and finds the changed call: side-effects.md', async () => {
    const { code, output } = await run(scriptOf(page('side-effects.md')));
    expect(code, output).toBe(0);
    expect(output).toContain('{"stock":5}{"stock":4}{"stock":4}');
    expect(output).toContain('downstream calls: answered from recordings: 3 calls');
    expect(output).toContain('inventory POST /reserve/{id} query.amount');
  });
});
