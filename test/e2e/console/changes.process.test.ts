import { describe, expect, test } from 'vitest';
import { replay } from '../../cli/run-replay.ts';
import { changingBuild } from '../../support/fakes/changing-build.ts';
import { ADMIN_KEY, completed } from '../../support/running-service.ts';

const { stage, answers, get, post, replayed, again } = changingBuild();

describe('the changes of a run', () => {
  test('are new, gone and unchanged since the run before, or since another one of the application', async () => {
    const first = await replayed('builds', {
      '/b': [
        { a: 1, b: 1, c: 1 },
        { a: 2, b: 2, c: 1 },
      ],
    });
    expect((await get(`/api/replays/${first}/changes`)).body).toMatchObject({
      planId: first,
      since: null,
      new: [{ subject: 'a' }, { subject: 'b' }],
      gone: [],
      unchanged: [],
    });
    answers.set('/b', { a: 2, b: 1, c: 2 });
    const second = await again('builds');
    const row = (subject: string) => ({
      group: 'needsAction',
      kind: 'FIELD_VALUE',
      subject,
      operationName: '/b',
      methods: ['GET'],
      affectedRequests: 1,
      totalRequests: 1,
    });
    const expected = { planId: second, since: first, new: [row('c')], gone: [row('b')], unchanged: [row('a')] };
    expect((await get(`/api/replays/${second}/changes`)).body).toEqual(expected);
    expect((await get(`/api/replays/${second}/changes?since=${first}`)).body).toEqual(expected);
    expect((await get(`/api/replays/${second}/changes?base=${first}`)).body).toEqual(expected);
    expect((await get(`/api/replays/${second}/changes?base=previous-clean`)).body).toEqual(expected);
    const other = await replayed('other-builds', { '/ob': [{}, {}] });
    expect((await get(`/api/replays/${second}/changes?since=${other}`)).body.errorCode).toBe('INVALID_QUERY');
    expect((await get(`/api/replays/${second}/changes?since=000000000000000000000000`)).status).toBe(404);
    const none = '0'.repeat(24);
    for (const [query, status, message] of [
      [`base=${none}`, 404, 'base: there is no such run'],
      ['base=previous', 404, 'base: there is no such run'],
      [`base=${other}`, 400, 'base must be a run of the same application'],
      [`base=${second}`, 400, 'base must be another run'],
      [`base=${first}&base=${first}`, 400, 'base is given more than once'],
      [`base=${first}&since=${first}`, 400, 'base and since must not be given together'],
    ] as const) {
      const answer = await get(`/api/replays/${second}/changes?${query}`);
      expect([answer.status, answer.body.errorMessage]).toEqual([status, message]);
    }

    const command = await replay(['status', second, '--base', first], {
      SVC_URL: stage.service.url,
      SVC_TOKEN: ADMIN_KEY,
    });
    expect(command.stdout).toContain(`since run ${first}: 1 new, 1 gone, 1 unchanged`);
    expect(command.stdout).toMatch(/^new +FIELD_VALUE +c +GET \/b +1 of 1$/m);
    expect(command.stdout).toMatch(/^gone +FIELD_VALUE +b /m);
  });

  test('are those since the newest earlier CLEAN run, despite newer ones that were not CLEAN', async () => {
    await post('/api/config/schedule/modify/UPDATE', { appId: 'cleaner', mainOperations: ['/c'] });
    const clean = await replayed('cleaner', { '/c': [{ a: 1 }, { a: 1 }] });
    expect((await completed(stage.service.url, clean)).findings.state).toBe('CLEAN');
    answers.set('/c', { a: 2 });
    const broken = await again('cleaner');
    const latest = await again('cleaner');
    expect((await get(`/api/replays/${broken}/changes`)).body.since).toBe(clean);
    expect((await get(`/api/replays/${latest}/changes`)).body).toMatchObject({ since: clean, new: [{ subject: 'a' }] });
  });
});
