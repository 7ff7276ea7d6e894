import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { dump } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { ADMIN_KEY } from '../support/running-service.ts';
import { CHANGED, hostile, pipelineStage, RECORDED } from './pipeline-stage.ts';
import { runScript } from './run-script.ts';

const GITLAB_CI_LOCAL = join(
  createRequire(import.meta.url).resolve('gitlab-ci-local/package.json'),
  '../dist/index.js',
);
const { sharedStage, target, workspace } = pipelineStage();

/**
 * A project that includes the component; its jobs run by gitlab-ci-local, which checks them against the schema of
 * GitLab.
 */
async function project() {
  const { url } = await sharedStage();
  const work = await workspace();
  const git = (...args: string[]) => execFileSync('git', args, { cwd: work.folder, env: work.env, stdio: 'pipe' });
  mkdirSync(join(work.folder, 'templates'));
  copyFileSync('pipelines/gitlab/templates/replay.yml', join(work.folder, 'templates/replay.yml'));
  writeFileSync(join(work.folder, '.gitlab-ci-local-variables.yml'), dump({ SVC_TOKEN: ADMIN_KEY, REPLAY_URL: url }));
  git('init', '--quiet', '--initial-branch=main');
  git('remote', 'add', 'origin', 'http://127.0.0.1:1/group/shop.git');
  const run = (inputs: Record<string, string>) => {
    const all = { url: '$REPLAY_URL', 'app-id': 'shop', package: work.package, ...inputs };
    writeFileSync(
      join(work.folder, '.gitlab-ci.yml'),
      dump({ include: [{ local: 'templates/replay.yml', inputs: all }] }),
    );
    git('add', '.');
    git('-c', 'user.name=ann', '-c', 'user.email=ann@shop.test', 'commit', '--quiet', '--message', 'New prices');
    const args = [GITLAB_CI_LOCAL, '--force-shell-executor', '--json-schema-validation', 'replay'];
    return runScript(process.execPath, args, { cwd: work.folder, env: work.env });
  };
  return { ...work, run };
}

describe('the component for GitLab', () => {
  test('fails the job of a changed build with its reports, and passes the recorded one', async () => {
    const { run, folder, commandLines } = await project();
    const changed = await run({ 'target-env': await target(CHANGED), attributes: 'note=a b\nbuild=2' });
    expect(changed.code, changed.log).not.toBe(0);
    expect(changed.log).toContain('json schema validated');
    expect(changed.log).toMatch(/FAIL 1\b/);
    expect(readFileSync(join(folder, 'replay-reports/replay.xml'), 'utf8')).toContain('<failure');
    expect(readFileSync(join(folder, 'replay-reports/replay.md'), 'utf8')).toContain('NEEDS_ACTION');
    const recorded = await run({ 'target-env': await target(RECORDED), output: 'out' });
    expect(recorded.code, recorded.log).toBe(0);
    expect(readFileSync(join(folder, 'out/replay.md'), 'utf8')).toContain('CLEAN');
    expect(commandLines()).toContain('--attribute=note=a b --attribute=build=2');
    expect([commandLines(), changed.log, recorded.log].join('\n')).not.toContain(ADMIN_KEY);
  });

  test('runs no command that an input holds', async () => {
    const { run, folder, commandLines } = await project();
    const file = join(folder, 'injected');
    const text = hostile(file);
    const names = ['app-id', 'operations', 'fail-if', 'attributes', 'target-env'];
    const refused = await run(Object.fromEntries(names.map((name) => [name, text])));
    expect(refused.log).toMatch(/FAIL 64\b/);
    expect(commandLines()).toContain(`--app-id=${text}`);
    expect(existsSync(file)).toBe(false);
  });

  test('is refused without a required input, and with a value that the schema does not know', async () => {
    const { run, folder } = await project();
    const incomplete = await run({});
    expect(incomplete.code).not.toBe(0);
    expect(incomplete.log).toContain('target-env');
    const template = join(folder, 'templates/replay.yml');
    writeFileSync(template, readFileSync(template, 'utf8').replace('retry: 1', 'retry: often'));
    const wrong = await run({ 'target-env': 'http://127.0.0.1:1' });
    expect(wrong.code).not.toBe(0);
    expect(wrong.log).toMatch(/retry/);
  });
});
