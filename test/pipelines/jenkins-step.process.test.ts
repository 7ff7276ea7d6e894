import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ADMIN_KEY } from '../support/running-service.ts';
import { hasGroovy, runStep } from './groovy-step.ts';
import { CHANGED, hostile, pipelineStage, RECORDED } from './pipeline-stage.ts';
import { runScript } from './run-script.ts';

const FILE = 'pipelines/jenkins/vars/replayRegression.groovy';
const { sharedStage, target, workspace } = pipelineStage();

/** An agent of Jenkins with a credential `replay-token`. */
async function agent() {
  const { url } = await sharedStage();
  const work = await workspace();
  const run = (...builds: Record<string, unknown>[]) =>
    runStep({
      step: FILE,
      folder: join(work.folder, '..'),
      workspace: work.folder,
      env: { ...work.env, JENKINS_URL: 'http://jenkins.test/', BUILD_ID: '1' },
      credentials: { 'replay-token': ADMIN_KEY },
      settings: builds.map((settings) => ({
        url,
        appId: 'shop',
        package: work.package,
        tokenCredentialsId: 'replay-token',
        ...settings,
      })),
    });
  return { ...work, run };
}

describe.skipIf(!hasGroovy)('the step for Jenkins, where Groovy is installed', () => {
  test('fails a changed build, passes the recorded one, and gives Jenkins both reports', async () => {
    const { run, folder, commandLines } = await agent();
    const { ended, log } = await run(
      { targetEnv: await target(CHANGED), attributes: ['note=a b', 'build=2'] },
      { targetEnv: await target(RECORDED), output: 'out' },
    );
    const secret = 'withCredentials replay-token as SVC_TOKEN';
    expect(ended, log).toEqual([
      {
        error: expect.stringMatching(/^replay: exit code 1;/),
        calls: [secret, 'junit replay-reports/replay.xml', 'archiveArtifacts replay-reports/*'],
      },
      { error: null, calls: [secret, 'junit out/replay.xml', 'archiveArtifacts out/*'] },
    ]);

    expect(readFileSync(join(folder, 'replay-reports/replay.xml'), 'utf8')).toContain('<failure');
    expect(readFileSync(join(folder, 'out/replay.md'), 'utf8')).toContain('CLEAN');
    expect(commandLines()).toContain('--attribute=note=a b --attribute=build=2');
    expect([commandLines(), log].join('\n')).not.toContain(ADMIN_KEY);
  });

  test('runs no command that a setting holds, and is refused without a required one', async () => {
    const { run, folder } = await agent();
    const text = hostile(join(folder, 'injected'));
    const lists = { operations: [text], failIf: [text], attributes: [text] };
    const { ended, log } = await run(
      { ...lists, appId: text, targetEnv: text, output: text },
      { targetEnv: 'http://127.0.0.1:1', appId: '' },
    );
    expect(ended.map(({ error }) => error, log)).toEqual([
      expect.stringMatching(/^replay: exit code 64;/),
      'replayRegression: appId is required',
    ]);
    expect(ended[1]?.calls).toEqual([]);
    expect(existsSync(join(folder, 'injected'))).toBe(false);
  });
});

const STEP = readFileSync(FILE, 'utf8');
/** Its script. A text of Groovy in three quotes holds no values; a backslash escapes the next character. */
const SCRIPT = (/sh\([^)]*script: '''([\s\S]*?)'''/.exec(STEP)?.[1] ?? '').replaceAll(/\\(.)/g, '$1');
/** The variables that the step sets, by their names. */
const VARIABLES = [...STEP.matchAll(/^ {4}"(\w+)=\$\{/gm)].map(([, name = '']) => name);

describe('the script of the step for Jenkins', () => {
  test('reads every variable that the step sets, and no other', () => {
    const read = new Set([...SCRIPT.matchAll(/\$(REPLAY_\w+)/g)].map(([, name]) => name));
    expect([...read].sort()).toEqual(VARIABLES.filter((name) => name !== 'SVC_URL').sort());
    expect(SCRIPT).toMatch(/^#!\/bin\/sh\n/);
  });

  test.skipIf(hasGroovy)('ends with 1 for a changed build, where Groovy is not installed', async () => {
    const { url } = await sharedStage();
    const { env, folder, package: packed } = await workspace();
    const all: Record<string, string> = {
      SVC_URL: url,
      REPLAY_PACKAGE: packed,
      REPLAY_APP_ID: 'shop',
      REPLAY_TARGET_ENV: await target(CHANGED),
      REPLAY_OUTPUT: 'replay-reports',
    };
    const variables = Object.fromEntries(VARIABLES.map((name) => [name, all[name] ?? '']));
    const ended = await runScript('/bin/sh', ['-c', SCRIPT], {
      cwd: folder,
      env: { ...env, ...variables, SVC_TOKEN: ADMIN_KEY },
    });
    expect(ended.code, ended.log).toBe(1);
    expect(readFileSync(join(folder, 'replay-reports/replay.xml'), 'utf8')).toContain('<failure');
  });
});
