import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scriptOf } from '../support/docs/page-scripts.ts';
import { openPageStage, type PageStage } from '../support/docs/page-stage.ts';

/** The ports of the tutorials; a test uses free ones in their place. */
const PORTS = [3000, 3001, 4000, 8080, 8091, 8092];

let stage: PageStage;

beforeAll(async () => {
  stage = await openPageStage(new Map(PORTS.map((port) => [port, null])));
});

afterAll(() => stage.close());

describe('a page of docs/tutorials', () => {
  test('fails if a background command ends before it listens', async () => {
    const { code } = await stage.runScript(
      scriptOf('```sh background 127.0.0.1:3000\nfalse\n```\n```sh run\necho on\n```\n'),
    );
    expect(code).toBe(1);
  });

  test('describes what its commands do: your-app.md, expected-change.md, continuous-recording.md, ci.md and evaluate-a-build.md', async () => {
    const pages = ['your-app.md', 'expected-change.md', 'continuous-recording.md', 'ci.md'];
    const python = spawnSync('python3', ['--version']).status === 0;
    if (python) pages.push('evaluate-a-build.md');
    const { code, output } = await stage.run(...pages);
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
    const { code, output } = await stage.run('app-with-login.md');
    expect(code, output).toBe(0);
    expect(output).toContain('{"name":"Ada","credit":5}');
    expect(output.match(/needs action {2}FIELD_VALUE {2}credit {2}GET \/account {2}1 of 1/g)).toHaveLength(2);
  });

  test('gets recorded answers of the inventory and finds the changed call: side-effects.md', async () => {
    const { code, output } = await stage.run('side-effects.md');
    expect(code, output).toBe(0);
    expect(output).toContain('{"stock":5}{"stock":4}{"stock":4}');
    expect(output).toContain('downstream calls: answered from recordings: 3 calls');
    expect(output).toContain('inventory POST /reserve/{id} query.amount');
  });

  test('finds the missing field by a file of a browser: har-file.md', async () => {
    const { code, output } = await stage.run('har-file.md');
    expect(code, output).toBe(0);
    expect(output).toContain('4 accepted, 0 duplicates, 0 rejected, 1 left out');
    expect(output).toMatch(/needs action {2}FIELD_MISSING {2}notes\[\*\]\.done {2}GET \/api\/notes {2}3 of 3/);
    expect(output.match(/needs action {2}/g)).toHaveLength(1);
  });
});
