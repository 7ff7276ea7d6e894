import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { writeComment } from '../../cli/reports/github/write-comment.ts';
import { fakeGitHub } from '../pipelines/fake-github.ts';
import { temporaryDataDir } from '../support/running-service.ts';

const TOKEN = 'ghp_planted0123456789';

/** A job on pull request 7 of acme/shop; `event` is the text of its event. */
async function job(
  answering: Parameters<typeof fakeGitHub>[0] = {},
  event = JSON.stringify({ pull_request: { number: 7 } }),
) {
  const api = await fakeGitHub(answering);
  const { dataDir, remove } = temporaryDataDir();
  onTestFinished(async () => {
    await api.close();
    remove();
  });
  const file = join(dataDir, 'event.json');
  writeFileSync(file, event);
  const said: string[] = [];
  const write = (name: string, report: string, env: Record<string, string> = {}) =>
    writeComment(
      {
        host: {
          env: {
            GITHUB_API_URL: api.url,
            GITHUB_REPOSITORY: 'acme/shop',
            GITHUB_EVENT_PATH: file,
            GITHUB_TOKEN: TOKEN,
            ...env,
          },
        },
        output: { say: (text) => said.push(text) },
      },
      name,
      report,
    );
  return { ...api, said, write };
}

describe('--github-comment', () => {
  test('writes one comment for each name, and finds its own on a later page', async () => {
    const { comments, write, said } = await job({ viewer: 'ann' });
    comments.push(...Array.from({ length: 5 }, (_, id) => ({ id, login: 'ben', body: `comment ${id}` })));
    await write('shop', 'first');
    await write('stock', 'other');
    await write('shop', 'second');
    expect(comments.slice(5).map(({ body }) => body)).toEqual([
      '<!-- replay-regression shop -->\nsecond',
      '<!-- replay-regression stock -->\nother',
    ]);
    expect(said).toEqual([]);
  });

  test('does not let a name end the marker', async () => {
    const { comments, write } = await job();
    await write('a --> <b>', 'text');
    expect(comments[0]?.body).toBe('<!-- replay-regression a______b_ -->\ntext');
  });

  test('cuts a report that GitHub would refuse', async () => {
    const { comments, write } = await job();
    await write('shop', '😀'.repeat(50_000));
    const [comment] = comments;
    expect(comment?.body.length).toBeLessThanOrEqual(65_536);
    expect(comment?.body).toMatch(/The report has the rest\.\n$/);
    expect(comment?.body.isWellFormed()).toBe(true);
  });

  test.for([
    ['an event of no pull request', '{"ref":"refs/heads/main"}', {}, 'no pull request'],
    ['an event that cannot be read', '{', {}, 'no pull request'],
    ['a number that is none', '{"pull_request":{"number":"7/../8"}}', {}, 'no pull request'],
    ['a repository that is none', undefined, { GITHUB_REPOSITORY: '../x' }, 'no pull request'],
    ['a name of a repository that is none', undefined, { GITHUB_REPOSITORY: 'x/..' }, 'no pull request'],
    ['no token', undefined, { GITHUB_TOKEN: '' }, 'GITHUB_TOKEN is not set'],
    ['no GitHub', undefined, { GITHUB_API_URL: 'http://127.0.0.1:1' }, 'GitHub was not reached'],
  ] as const)('says why there is no comment: %s', async ([, event, env, reason]) => {
    const { comments, said, write } = await job({}, event);
    await write('shop', 'text', env);
    expect(comments).toEqual([]);
    expect(said).toEqual([expect.stringContaining(reason)]);
    expect(said.join()).not.toContain(TOKEN);
  });

  test.for([401, 403, 404, 500])('says what GitHub answered, without failing: %d', async (status) => {
    const { said, write } = await job({ status });
    await write('shop', 'text');
    expect(said).toEqual([expect.stringContaining(`HTTP ${status}`)]);
  });
});
