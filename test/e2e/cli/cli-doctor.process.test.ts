import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cliStage, imported, shop } from '../../cli/cli-stage.ts';
import { replay } from '../../cli/run-replay.ts';
import { recordedGet } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';
import { call } from '../../support/running-service.ts';

const { staged, target } = cliStage();

describe('replay doctor', () => {
  test('names what works, and the next step for what does not', async () => {
    const { env } = await staged();
    const doctor = async (args: readonly string[], given: Record<string, string> = env) => {
      const { code, stdout, stderr } = await replay(['doctor', ...args, '--json'], given);
      expect(stderr).toBe('');
      const checks = JSON.parse(stdout).checks as { check: string; level: string; message: string; next: string }[];
      return { code, levels: Object.fromEntries(checks.map(({ check, level }) => [check, level])), checks };
    };
    const empty = await doctor(['--app-id', 'shop']);
    expect(empty.code).toBe(1);
    expect(empty.levels).toEqual({
      node: 'ok',
      service: 'ok',
      clock: 'ok',
      'open api': 'ok',
      credential: 'ok',
      recordings: 'fail',
    });
    expect(empty.checks.at(-1)?.next).toContain('replay import');

    await imported(env);
    const at = await target(shop(() => 10));
    const well = await doctor(['--app-id', 'shop', '--target-env', at]);
    expect({ code: well.code, levels: well.levels }).toMatchObject({
      code: 0,
      levels: { recordings: 'ok', target: 'ok' },
    });
    const away = await doctor(['--target-env', `http://127.0.0.1:${await freePort()}`]);
    expect({ code: away.code, levels: away.levels }).toMatchObject({ code: 0, levels: { target: 'warn' } });

    const { stdout: key } = await replay(['keys', 'add', 'ci', '--scope', 'read', 'eval:read'], env);
    const reader = await doctor([], { ...env, SVC_TOKEN: key.trim() });
    expect(reader.checks).toContainEqual({
      check: 'credential',
      level: 'ok',
      message: 'API key with read, eval:read',
      next: null,
    });
    const scopes = ['read', 'eval:run', 'eval:policy', 'eval:admin', 'scores:write'];
    const { stdout: all } = await replay(['keys', 'add', 'all', '--scope', ...scopes], env);
    const evaluator = await doctor([], { ...env, SVC_TOKEN: all.trim() });
    expect(evaluator.checks.find(({ check }) => check === 'credential')?.message).toBe(
      `API key with ${scopes.join(', ')}`,
    );
    const wrong = await doctor([], { ...env, SVC_TOKEN: 'wrong' });
    expect({ code: wrong.code, levels: wrong.levels }).toMatchObject({ code: 1, levels: { credential: 'fail' } });
    const none = await doctor([], { ...env, SVC_TOKEN: '' });
    expect({ code: none.code, levels: none.levels }).toMatchObject({ code: 0, levels: { credential: 'warn' } });

    const lines = await replay(['doctor', '--app-id', 'other'], env);
    expect(lines.stdout).toMatch(/^ok {4}node +Node \d/);
    expect(lines.stdout).toMatch(/^fail {2}recordings +other has no recordings\n {6}next: replay import/m);
  });

  test('warns of personal data that no rule seals, and not after cases seal --found', async () => {
    const { env, url } = await staged();
    const line = JSON.stringify(recordedGet('shop', '/customers/1', { mail: 'ada@example.org' }));
    expect((await call(url, 'POST', '/api/recorder/cases', line)).body.accepted).toBe(1);
    const before = await replay(['doctor', '--app-id', 'shop'], env);
    expect(before.stdout).toMatch(
      /^warn {2}personal data +not sealed: mail in \$\.mail of GET \/customers\/\{id\}\n +next: replay cases seal shop --found/m,
    );
    expect(before.stdout).not.toContain('ada');
    const sealed = await replay(['cases', 'seal', 'shop', '--found'], env);
    expect(sealed).toMatchObject({ code: 0, stdout: '1 rule added; 1 of 1 recordings sealed\n' });
    const again = await replay(['cases', 'seal', 'shop', '--json'], env);
    expect(JSON.parse(again.stdout)).toEqual({ rules: 0, cases: 1, sealed: 0, missed: 0 });
    const after = await replay(['doctor', '--app-id', 'shop'], env);
    expect(after.stdout).toMatch(/^ok {4}personal data +rules cover what was found$/m);
  });

  test('says that no rule reaches personal data in a text', async () => {
    const { env, url } = await staged();
    const response = { status: 200, headers: [['content-type', 'text/plain']], body: 'Dear ada@example.org' };
    const line = JSON.stringify({ ...recordedGet('notes', '/note', {}), response });
    expect((await call(url, 'POST', '/api/recorder/cases', line)).body.accepted).toBe(1);
    const { stdout } = await replay(['doctor', '--app-id', 'notes'], env);
    expect(stdout).toMatch(
      /^warn {2}personal data +not sealed: mail in text of the response of GET \/note\n +next: No rule reaches texts/m,
    );
  });

  test('fails for an address without service or with another server', async () => {
    const away = await replay(['doctor'], { SVC_URL: `http://127.0.0.1:${await freePort()}` });
    expect(away).toMatchObject({
      code: 69,
      stdout: expect.stringMatching(/^fail {2}service +.*connection refused\n +next: /m),
    });
    const other = await replay(['doctor'], { SVC_URL: await target(shop(() => 1)) });
    expect(other).toMatchObject({
      code: 69,
      stdout: expect.stringMatching(/^fail {2}service +another server answers/m),
    });
  });
});

describe('replay gate init', () => {
  test('commits the manifests of a file, whose workflow version decides a release', async () => {
    const { env, folder } = await staged();
    await imported(env);
    const at = new URL(await target(shop(() => 10)));
    const { stdout: example } = await replay(['gate', 'init', '--example'], env);
    const file = join(folder, 'gate.yaml');
    writeFileSync(file, example.replaceAll('staging.internal:8080', at.host));
    const init = (...more: string[]) => replay(['gate', 'init', file, ...more], env);
    const { code, stdout, stderr } = await init('--revision', 'build-1');
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/^sha256:[0-9a-f]{64}\n$/);
    expect(stderr.match(/^(?:definition|environment|policy|subject) sha256:/gm)).toHaveLength(4);
    expect((await init('--revision', 'build-1')).stdout, 'the same file is the same version').toBe(stdout);
    const other = JSON.parse((await init('--revision', 'build-2', '--json')).stdout);
    expect(other.workflow).not.toBe(stdout.trim());
    expect(Object.keys(other.manifests)).toEqual(['definition', 'environment', 'policy', 'subject']);
    expect(await replay(['gate', '--workflow', stdout.trim(), '--wait'], env)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^PASS/),
    });

    const refused = async (text: string, message: RegExp) => {
      writeFileSync(file, text);
      const ended = await init();
      expect(ended).toMatchObject({ code: 2, stdout: '' });
      expect(ended.stderr).toMatch(message);
    };
    const good = readFileSync(file, 'utf8');
    await refused('definition: [', /gate\.yaml: line \d/);
    await refused('policy: {}', /definition is missing/);
    await refused(`${good}\nrunner: {}\n`, /unknown member runner/);
    await refused(good.replace('op: eq', 'op: like'), /cannot run\n {2}policy.*: /);
    await refused(
      good.replace('framework: replay-regression', 'framework: other'),
      /definition\.framework must be one of/,
    );
    expect(await replay(['gate', 'init'], env)).toMatchObject({ code: 64 });
  });
});
