import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ciAttributes, ciIdempotencyKey } from '../../cli/ci-provider.ts';

const GITHUB = {
  GITHUB_ACTIONS: 'true',
  GITHUB_SERVER_URL: 'https://github.test',
  GITHUB_REPOSITORY: 'shop/api',
  GITHUB_RUN_ID: '4711',
  GITHUB_RUN_ATTEMPT: '1',
  GITHUB_JOB: 'replay',
  GITHUB_WORKFLOW: 'build',
  GITHUB_SHA: 'abc',
  GITHUB_REF_NAME: '12/merge',
  GITHUB_HEAD_REF: 'feature',
};
const GITLAB = {
  GITLAB_CI: 'true',
  CI_SERVER_URL: 'https://gitlab.test',
  CI_PROJECT_ID: '7',
  CI_PROJECT_PATH: 'shop/api',
  CI_PIPELINE_ID: '99',
  CI_JOB_NAME: 'replay',
  CI_JOB_ID: '1001',
};
const trigger = { appId: 'shop', targetEnv: 'http://127.0.0.1:1' };

describe('the Idempotency-Key of a job (interface 2.1)', () => {
  const key = (env: Record<string, string>, body: object = trigger) => ciIdempotencyKey(env, body);

  test.for([
    ['another attempt of a GitHub job', GITHUB, { ...GITHUB, GITHUB_RUN_ATTEMPT: '2' }, true],
    ['another GitHub run', GITHUB, { ...GITHUB, GITHUB_RUN_ID: '4712' }, false],
    ['another GitHub job', GITHUB, { ...GITHUB, GITHUB_JOB: 'other' }, false],
    ['another repository', GITHUB, { ...GITHUB, GITHUB_REPOSITORY: 'shop/web' }, false],
    ['another attempt of a GitLab job', GITLAB, { ...GITLAB, CI_JOB_ID: '1002' }, true],
    ['another GitLab pipeline', GITLAB, { ...GITLAB, CI_PIPELINE_ID: '100' }, false],
  ] as const)('is the same or another for %s', ([, first, second, isSame]) => {
    expect(key(first) === key(second)).toBe(isSame);
  });

  test('differs for another trigger of the same job', () => {
    expect(key(GITHUB)).not.toBe(key(GITHUB, { ...trigger, targetEnv: 'http://127.0.0.1:2' }));
  });

  test('has the form that the service accepts, and is null outside CI', () => {
    expect(key(GITHUB)).toMatch(/^[\x21-\x7e]{1,255}$/);
    expect(key({})).toBe(null);
  });
});

describe('attributes of the trigger from CI variables (spec 2.1)', () => {
  test('have the head of a pull request as the branch on GitHub', () => {
    expect(ciAttributes(GITHUB)).toEqual({
      'cicd.pipeline.name': 'build',
      'cicd.pipeline.run.id': '4711',
      'cicd.pipeline.run.url.full': 'https://github.test/shop/api/actions/runs/4711',
      'vcs.ref.head.name': 'feature',
      'vcs.ref.head.revision': 'abc',
    });
  });

  test.for<[title: string | undefined, env: Record<string, string>]>([
    ['Add a gift note', { ...GITLAB, CI_COMMIT_TITLE: 'Add a gift note' }],
    ['Gift notes', { ...GITLAB, CI_COMMIT_TITLE: 'Add a gift note', CI_MERGE_REQUEST_TITLE: 'Gift notes' }],
    ['Gift notes', { JENKINS_URL: 'https://ci.test', CHANGE_TITLE: 'Gift notes' }],
    ['Gift notes', { TF_BUILD: 'True', BUILD_SOURCEVERSIONMESSAGE: 'Gift notes\n\nLong text' }],
    ['Gift notes', { BUILDKITE: 'true', BUILDKITE_MESSAGE: 'Gift notes\nLong text' }],
    [undefined, GITLAB],
    [undefined, GITHUB],
  ])('have the title "%s" of the change', ([title, env]) => {
    expect(ciAttributes(env)['vcs.change.title']).toBe(title);
  });

  describe('with the file of a GitHub event', () => {
    const folder = mkdtempSync(join(tmpdir(), 'replay-event-'));
    afterAll(() => rmSync(folder, { recursive: true }));
    test.for<[title: string | undefined, event: string]>([
      ['Gift notes', JSON.stringify({ head_commit: { message: 'Gift notes\n\nLong text' } })],
      ['Pull', JSON.stringify({ pull_request: { title: 'Pull' }, head_commit: { message: 'Gift notes' } })],
      [undefined, JSON.stringify({ head_commit: null })],
      [undefined, JSON.stringify({ pull_request: { title: 7 } })],
      [undefined, 'null'],
      [undefined, '{'],
    ])('have the title %s of %s', ([title, event]) => {
      const file = join(folder, 'event.json');
      writeFileSync(file, event);
      expect(ciAttributes({ ...GITHUB, GITHUB_EVENT_PATH: file })['vcs.change.title']).toBe(title);
    });

    test('have no title if the file is missing', () => {
      expect(ciAttributes({ ...GITHUB, GITHUB_EVENT_PATH: join(folder, 'absent') })).not.toHaveProperty(
        'vcs.change.title',
      );
    });
  });

  test('stay the same when a job is tried again, so that the body of the trigger does not change', () => {
    expect(ciAttributes({ ...GITLAB, CI_JOB_ID: '1002' })).toEqual(ciAttributes(GITLAB));
    expect(ciAttributes({})).toEqual({});
  });
});
