import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ADMIN_KEY } from '../support/running-service.ts';
import { runAction } from './composite-action.ts';
import { fakeGitHub } from './fake-github.ts';
import { CHANGED, hostile, pipelineStage, RECORDED } from './pipeline-stage.ts';

const FILE = 'pipelines/github/action.yml';
const TOKEN = 'ghs_planted0123456789';
const { sharedStage, target, workspace } = pipelineStage();

/** A job on a pull request of acme/shop. */
async function job(api: string) {
  const { url } = await sharedStage();
  const work = await workspace();
  const event = join(work.folder, '../event.json');
  writeFileSync(event, JSON.stringify({ pull_request: { number: 7, title: 'New prices' } }));
  const run = (inputs: Record<string, string>, runId = '1') =>
    runAction({
      file: FILE,
      workspace: work.folder,
      token: TOKEN,
      inputs: { url, 'app-id': 'shop', token: ADMIN_KEY, package: work.package, ...inputs },
      env: {
        ...work.env,
        GITHUB_ACTIONS: 'true',
        GITHUB_API_URL: api,
        GITHUB_GRAPHQL_URL: `${api}/graphql`,
        GITHUB_SERVER_URL: 'https://github.test',
        GITHUB_REPOSITORY: 'acme/shop',
        GITHUB_RUN_ID: runId,
        GITHUB_JOB: 'replay',
        GITHUB_EVENT_PATH: event,
      },
    });
  return { ...work, run };
}

async function gitHub(answering?: Parameters<typeof fakeGitHub>[0]) {
  const api = await fakeGitHub(answering);
  onTestFinished(() => void api.close());
  return api;
}

describe('the action for GitHub', () => {
  test('fails a changed build, and updates its one comment when the build is fixed', async () => {
    const api = await gitHub();
    const foreign = '<!-- replay-regression shop -->\ncopied by a person';
    api.comments.push({ id: 1, login: 'mallory', body: foreign }, { id: 2, login: 'ann', body: 'nice' });
    const { run, folder, commandLines } = await job(api.url);
    const changed = await run({ 'target-env': await target(CHANGED) }, '1');
    expect(changed.code, changed.log).toBe(1);
    expect(changed.outputs).toMatchObject({
      'plan-id': expect.stringMatching(/^[0-9a-f]{24}$/),
      state: 'NEEDS_ACTION',
      'report-url': expect.stringContaining('/report/'),
      'exit-code': '1',
      junit: 'replay-reports/replay.xml',
    });
    expect(readFileSync(join(folder, changed.outputs.junit ?? ''), 'utf8')).toContain('<failure');
    expect(JSON.parse(readFileSync(join(folder, changed.outputs.sarif ?? ''), 'utf8')).runs[0].results).toHaveLength(1);
    expect(api.comments).toHaveLength(3);
    expect(api.comments[2]?.body).toMatch(/^<!-- replay-regression shop -->\n## ❌ Replay: NEEDS_ACTION/);

    const fixed = await run({ 'target-env': await target(RECORDED) }, '2');
    expect(fixed.code, fixed.log).toBe(0);
    expect(fixed.outputs).toMatchObject({ state: 'CLEAN', 'exit-code': '0' });
    expect(api.comments.map(({ login }) => login)).toEqual(['mallory', 'ann', 'github-actions']);
    expect(api.comments[0]?.body).toBe(foreign);
    expect(api.comments[2]?.body).toContain('Replay: CLEAN');

    const lines = commandLines();
    expect(lines.split('\n')).toHaveLength(3);
    const written = readdirSync(join(folder, 'replay-reports')).map((name) =>
      readFileSync(join(folder, 'replay-reports', name), 'utf8'),
    );
    const seen = [lines, changed.log, fixed.log, ...written, ...api.comments.map(({ body }) => body)].join('\n');
    for (const secret of [ADMIN_KEY, TOKEN]) expect(seen).not.toContain(secret);
    expect(new Set(api.requests.map(({ authorization }) => authorization))).toEqual(new Set([`Bearer ${TOKEN}`]));
  });

  test('takes conditions, endpoints and attributes of several lines', async () => {
    const api = await gitHub();
    const { run, commandLines } = await job(api.url);
    const ended = await run({
      'target-env': await target(CHANGED),
      operations: '/part2/{id}\r\n/part3/{id}\n',
      'fail-if': 'requests.failed > 5\nrequests.total > 5\n',
      attributes: 'deployment.environment.name=staging\nnote=a b',
      comment: 'false',
    });
    // Two endpoints are too few to be CLEAN.
    expect(ended.code, ended.log).toBe(2);
    expect(ended.log).toContain('requests.failed > 5: does not hold');
    expect(ended.log).toContain('requests.total > 5: holds');
    expect(commandLines()).toContain('--operations=/part2/{id} --operations=/part3/{id}');
    expect(commandLines()).toContain('--attribute=note=a b');
    expect(api.requests).toEqual([]);
  });

  test('is not failed by a comment that it may not write', async () => {
    const api = await gitHub({ status: 403 });
    const { run } = await job(api.url);
    const ended = await run({ 'target-env': await target(RECORDED) });
    expect(ended.code, ended.log).toBe(0);
    expect(ended.log).toContain('pull-requests: write');
    expect(ended.log).not.toContain(TOKEN);
  });

  test('runs no command that an input holds', async () => {
    const api = await gitHub();
    const { run, folder, package: packed } = await job(api.url);
    const file = join(folder, 'injected');
    const text = hostile(file);
    const names = ['app-id', 'operations', 'fail-if', 'attributes', 'sarif-anchor', 'output', 'analysis-minutes'];
    const inputs = Object.fromEntries(names.map((name) => [name, text]));
    const refused = await run({ ...inputs, 'target-env': text });
    expect(refused.outputs['exit-code']).toBe('64');
    const unknown = await run({ 'target-env': await target(RECORDED), package: `${packed}${text}` });
    expect(unknown.code).not.toBe(0);
    const named = await run({ 'target-env': await target(RECORDED), output: text, 'sarif-anchor': text });
    expect(named.code, named.log).toBe(0);
    const forged = await run({ 'target-env': await target(RECORDED), output: 'out\nstate=FORGED' });
    expect(forged.outputs.state).toBe('CLEAN');
    expect(existsSync(file)).toBe(false);
  });
});
