import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ADMIN_KEY } from '../support/running-service.ts';
import { CHANGED, hostile, pipelineStage, RECORDED } from './pipeline-stage.ts';
import { runScript } from './run-script.ts';

const STEP = readFileSync('pipelines/jenkins/vars/replayRegression.groovy', 'utf8');
const { sharedStage, target, workspace } = pipelineStage();

/** A text of Groovy in three quotes holds no values; a backslash escapes the next character. */
function scriptOf(step: string): string {
  const [, text = ''] = /sh\([^)]*script: '''([\s\S]*?)'''/.exec(step) ?? [];
  return text.replaceAll(/\\(.)/g, '$1');
}

/** The variables that the step sets, by their names. */
const VARIABLES = [...STEP.matchAll(/^ {4}"(\w+)=\$\{/gm)].map(([, name = '']) => name);

/** Runs the script as the step `sh` of Jenkins does: as a file, by its first line. */
async function job() {
  const { url } = await sharedStage();
  const work = await workspace();
  const run = (given: Record<string, string>) => {
    const all: Record<string, string> = {
      SVC_URL: url,
      REPLAY_PACKAGE: work.package,
      REPLAY_APP_ID: 'shop',
      REPLAY_OUTPUT: 'replay-reports',
      ...given,
    };
    const variables = Object.fromEntries(VARIABLES.map((name) => [name, all[name] ?? '']));
    const env = { ...work.env, ...variables, SVC_TOKEN: ADMIN_KEY, JENKINS_URL: 'http://jenkins.test/', BUILD_ID: '1' };
    return runScript('/bin/sh', ['-c', scriptOf(STEP)], { cwd: work.folder, env });
  };
  return { ...work, run };
}

describe('the step for Jenkins', () => {
  test('sets every variable that its script reads', () => {
    const read = new Set([...scriptOf(STEP).matchAll(/\$(REPLAY_\w+)/g)].map(([, name]) => name));
    expect([...read].sort()).toEqual(VARIABLES.filter((name) => name !== 'SVC_URL').sort());
    expect(scriptOf(STEP)).toMatch(/^#!\/bin\/sh\n/);
  });

  test('ends with 1 for a changed build and with 0 for the recorded one, and writes reports', async () => {
    const { run, folder, commandLines } = await job();
    const changed = await run({
      REPLAY_TARGET_ENV: await target(CHANGED),
      REPLAY_ATTRIBUTES: 'note=a b\nbuild=2',
    });
    expect(changed.code, changed.log).toBe(1);
    expect(readFileSync(join(folder, 'replay-reports/replay.xml'), 'utf8')).toContain('<failure');
    const recorded = await run({ REPLAY_TARGET_ENV: await target(RECORDED) });
    expect(recorded.code, recorded.log).toBe(0);
    expect(readFileSync(join(folder, 'replay-reports/replay.md'), 'utf8')).toContain('CLEAN');
    expect(commandLines()).toContain('--attribute=note=a b --attribute=build=2');
    expect([commandLines(), changed.log, recorded.log].join('\n')).not.toContain(ADMIN_KEY);
  });

  test('runs no command that a value holds', async () => {
    const { run, folder } = await job();
    const file = join(folder, 'injected');
    const values = VARIABLES.filter((name) => name !== 'SVC_URL' && name !== 'REPLAY_PACKAGE');
    const refused = await run(Object.fromEntries(values.map((name) => [name, hostile(file)])));
    expect(refused.code, refused.log).toBe(64);
    expect(existsSync(file)).toBe(false);
  });
});
