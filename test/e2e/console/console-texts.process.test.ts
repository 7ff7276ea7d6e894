import { describe, expect, test } from 'vitest';
import { changingBuild } from '../../support/fakes/changing-build.ts';
import { recordedGet } from '../../support/fakes/recorded-target.ts';
import { ADMIN_KEY } from '../../support/running-service.ts';

const { stage, post, addRule, replayed } = changingBuild();

/** Text of a page for a guest, or for a caller with the key, without markup. */
async function page(path: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(`${stage.service.url}${path}`, { headers });
  return (await answer.text()).replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}
const AS_ADMIN = { 'x-api-key': ADMIN_KEY };

describe('the texts of the console (interface 13)', () => {
  test('show a guest how to import recordings, and offer no action that guests may not take', async () => {
    expect(await page('/console')).toContain('Recording needs ');
    expect(await page('/console', AS_ADMIN)).not.toContain('Recording needs ');
    await post('/api/recorder/cases', [recordedGet('fresh', '/only', {})]);
    expect(await page('/console')).toContain('No run yet');
    expect(await page('/console')).not.toContain('Start a run');
    expect(await page('/console', AS_ADMIN)).toContain('Start a run');
    expect(await page('/console/apps/fresh')).toContain('No run yet');
    expect(await page('/console/apps/fresh')).not.toMatch(
      /Start a run |Import recordings|Add a schedule|Register main/,
    );
    expect(await page('/console/apps/fresh', AS_ADMIN)).toMatch(/Import recordings.*Register main.*Add a schedule/);
    expect(await page('/console/apps/fresh/recordings')).toContain(' GET /only ');
  });

  test('say in lists of runs that states are those of the time of settling', async () => {
    const NOTE = 'State, pass rate and findings are those at the time a run settled.';
    const lists = ['/console/replays', '/console/apps/worded', '/console/apps/worded/replays'];
    await post('/api/recorder/cases', [recordedGet('worded', '/only', {})]);
    for (const path of lists) expect(await page(path)).not.toContain(NOTE);
    const planId = await replayed('worded', { '/w': [{ a: 1 }, { a: 2 }] });
    await addRule('worded', { kind: 'ignore', path: 'a' });
    expect(await page(`/report/${planId}`)).toContain('No decision: too little was replayed');
    for (const path of lists) {
      expect(await page(path)).toContain(' Needs action ');
      expect(await page(path)).toContain(NOTE);
    }
  });

  test('decide on an overview by the current rules, and show recordings, coverage, schedule and rules', async () => {
    await post('/api/recorder/cases', [recordedGet('viewed', '/v', {})]);
    const planId = await replayed('viewed', { '/v': [{ a: 1 }, { a: 2 }] });
    const settled = await page('/console/apps/viewed');
    expect(settled).toContain('Do not release: 1 finding needs action');
    expect(settled).toMatch(/Needs action +[\d.]+ % +1 +1 +just now , by Open API/);
    expect(settled).toMatch(/Newest recording [^.]* ago [\d.]+ (bytes|kB) stored/);
    expect(settled).toContain('Endpoints recorded 1 1 of 1 in the last run');
    expect(settled).toMatch(/Main endpoints None +Next run None +Rules 0/);

    await addRule('viewed', { kind: 'ignore', path: 'a' });
    await addRule('viewed', { kind: 'ignore', path: 'nowhere' });
    await addRule('viewed', { kind: 'array-key', path: 'list', keys: ['id'] });
    await post('/api/config/schedule/modify/UPDATE', { appId: 'viewed', mainOperations: ['/v', '/other'] });
    await fetch(`${stage.service.url}/api/apps/viewed/schedules`, {
      method: 'PUT',
      headers: { ...AS_ADMIN, 'content-type': 'application/json' },
      body: JSON.stringify({ id: 'nightly', cron: '0 2 * * *', targetEnv: 'http://127.0.0.1:9' }),
    });
    const current = await page('/console/apps/viewed');
    expect(current).toContain('No decision: too little was replayed');
    expect(current).toContain('Main endpoints 1 of 2 not in the last run: /other');
    expect(await page('/console/apps/viewed/settings')).toContain(
      '1 of 1 endpoint. Not replayed in the last run: /other',
    );
    expect(current).toMatch(
      /Next run in (?:\d+ (?:hours?|minutes?)|less than a minute) *nightly against http:\/\/127.0.0.1:9/,
    );
    expect(current).toContain('Rules 3 1 without a match in the last run');
    expect(await page('/console/apps/viewed?ci=gitlab')).toContain('script: - &gt; npx');
    const html = await (await fetch(`${stage.service.url}/console/apps/viewed`)).text();
    expect(html).toContain(`href="/report/${planId}"`);
  });

  test('list in a report new fields of endpoints that need action as well', async () => {
    const planId = await replayed('severe', { '/r': [{ a: 1 }, { a: 2, more: 1 }] });
    const text = await page(`/report/${planId}`);
    expect(text).toContain('Needs action 1 1 endpoint, 1 request');
    expect(text).toContain('To review 1 1 endpoint, 1 request');
    expect(text).toMatch(/New field more absent → 1/);
    for (const format of ['junit', 'sarif', 'markdown'])
      expect(await (await fetch(`${stage.service.url}/report/${planId}/export/${format}`)).text()).toContain(
        'NEW_FIELD',
      );
  });

  test('show in the list of recordings that one was deleted', async () => {
    await post('/api/recorder/cases', [recordedGet('deleted', '/gone', {}, { caseId: 'gone' })]);
    const answer = await fetch(`${stage.service.url}/console/cases/gone/delete`, {
      method: 'POST',
      headers: AS_ADMIN,
      redirect: 'manual',
      body: new URLSearchParams(),
    });
    const [cookie = ''] = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
    const led = answer.headers.get('location') ?? '';
    expect(led).toMatch(/^\/console\/apps\/deleted\/recordings\?/);
    expect(await page(led, { ...AS_ADMIN, cookie })).toContain('The recording is deleted.');
    expect(await page(led, AS_ADMIN)).not.toContain('The recording is deleted.');
  });

  test('link a log row to its replay, also if the row names only the replay', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const planId = '6740a1b2c3d4e5f601234567';
    const logRecord = {
      timeUnixNano: '1795000000000000000',
      traceId,
      body: { stringValue: 'stock is low' },
      attributes: [{ key: 'replay.plan_id', value: { stringValue: planId } }],
    };
    await post('/v1/logs', { resourceLogs: [{ scopeLogs: [{ logRecords: [logRecord] }] }] });
    const window = { since: '2026-11-18T00:00:00Z', until: '2026-11-19T00:00:00Z' };
    const answer = await fetch(
      `${stage.service.url}/console/logs?${new URLSearchParams({ trace_id: traceId, ...window })}`,
    );
    expect(await answer.text()).toContain(`href="/report/${planId}"`);
  });
});
