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

describe('what the console tells its readers (interface 13)', () => {
  test('a guest sees how to import recordings, and is offered nothing that guests may not do', async () => {
    expect(await page('/console')).toContain('Log in as a user who may import recordings.');
    expect(await page('/console', AS_ADMIN)).not.toContain('Log in as somebody');
    await post('/api/recorder/cases', [recordedGet('fresh', '/only', {})]);
    expect(await page('/console')).toContain('Never replayed.');
    expect(await page('/console')).not.toContain('Start the first replay');
    expect(await page('/console', AS_ADMIN)).toContain('Start the first replay');
    expect(await page('/console/apps/fresh/recordings')).toContain(' 1 endpoint of fresh ');
  });

  test('lists of replays say that their states are those of when they settled', async () => {
    const NOTE = 'State, pass rate and failed requests are those of when a replay settled.';
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

  test('a report says that lesser differences of endpoints that need action are not listed', async () => {
    const planId = await replayed('severe', { '/r': [{ a: 1 }, { a: 2, more: 1 }] });
    const NOTE = 'Lesser differences of endpoints that need action are not listed';
    expect(await page(`/report/${planId}`)).toContain(NOTE);
    await addRule('severe', { kind: 'ignore', path: 'a' });
    await addRule('severe', { kind: 'ignore', path: 'more' });
    expect(await page(`/report/${planId}`)).not.toContain(NOTE);
  });

  test('the list of recordings shows that a recording was deleted', async () => {
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

  test('a log row leads to its replay, also one that names nothing else', async () => {
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
