import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pageStage } from '../../platform/pages-shell/page-stage.ts';
import { recordedGet } from '../../support/fakes/recorded-target.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const API = '/api/apps/shop/expectations';
let stage: ReturnType<typeof pageStage>;
let since: number;

/** An application with a recording of 30 hours ago, and a change that was expected an hour ago. */
beforeEach(async () => {
  stage = pageStage();
  since = stage.clock.now - HOUR_MS;
  const recordedAt = new Date(since - 29 * HOUR_MS).toISOString();
  const recorded = { ...recordedGet('shop', '/cart', {}, { operation: '/cart', caseId: 'cart-1' }), recordedAt };
  const { body } = await stage.call('POST', '/api/recorder/cases', [recorded], stage.asAdmin);
  expect(body.accepted).toBe(1);
  await expectChange('e1', 'total');
});
afterEach(() => stage.close());

const expectChange = (id: string, subject: string) =>
  stage.table.put({
    pk: 'T#default#APP#shop',
    sk: `RULE#~${id}`,
    ruleId: `~${id}`,
    operation: '/cart',
    methods: ['GET'],
    kind: 'FIELD_VALUE',
    subject,
    change: { is: 'pairs', pairs: [{ recorded: '"planted-value"', replayed: '2' }] },
    since,
    planId: 'p',
    note: 'planted-note',
    createdBy: 'ann@shop.test',
    createdAt: since,
  });
const listed = async () => (await stage.call('GET', API, undefined, stage.asAdmin)).body.items;
const ends = async () =>
  (await listed()).map(({ id, ended, endedAt }: Record<string, unknown>) => [id, ended, endedAt]);
const expiresAt = () => since + HOUR_MS + 96 * HOUR_MS;
const pageText = async () => {
  const { text } = await stage.browser().get('/console/apps/shop/expected');
  return text.slice(text.indexOf('<main'));
};

/** What the tab of expected changes counts on another page. */
const tabOf = async () => {
  const { text } = await stage.browser().get('/console/apps/shop/rules');
  return />Expected <span class="count">(\d+)/.exec(text)?.[1];
};

describe('the end of an expectation', () => {
  test('is the time at which its last older recording expired, whenever it is looked at', async () => {
    expect(await ends()).toEqual([['e1', false, null]]);
    expect(await pageText()).not.toMatch(/ha(?:s|ve) ended/);
    stage.clock.now = expiresAt() + 8 * DAY_MS;
    expect(await ends()).toEqual([['e1', true, new Date(expiresAt()).toISOString()]]);
    stage.clock.now += DAY_MS;
    expect(await ends()).toEqual([['e1', true, new Date(expiresAt()).toISOString()]]);
    const text = await pageText();
    expect(text).toMatch(/1 has ended <time[^>]*>last week<\/time><\/summary>/);
    expect(text).toMatch(
      /Value changed <code>total<\/code> of .*GET.*\/cart.*: production records it since <time[^>]*>24 November<\/time>\. By ann@shop/,
    );
    expect(text).toContain('<span class="count">0</span>');
  });

  test('is when it was first seen, if the recording was deleted before it expired', async () => {
    await listed();
    stage.clock.now += HOUR_MS;
    await stage.call('DELETE', '/api/recorder/cases/cart-1', undefined, stage.asAdmin);
    const seenAt = new Date(stage.clock.now).toISOString();
    expect(await ends()).toEqual([['e1', true, seenAt]]);
    stage.clock.now += DAY_MS;
    expect(await ends()).toEqual([['e1', true, seenAt]]);
  });

  test('follows a recording that is pinned in between', async () => {
    await listed();
    await stage.call('POST', '/api/recorder/cases/cart-1/pin', undefined, stage.asAdmin);
    stage.clock.now += DAY_MS;
    expect(await ends()).toEqual([['e1', false, null]]);
    stage.clock.now = expiresAt() + DAY_MS;
    await stage.call('DELETE', '/api/recorder/cases/cart-1', undefined, stage.asAdmin);
    expect(await ends()).toEqual([['e1', true, new Date(stage.clock.now).toISOString()]]);
  });

  test('is unknown if it was not looked at before, as in data of earlier versions', async () => {
    stage.clock.now = expiresAt() + DAY_MS;
    expect(await ends()).toEqual([['e1', true, null]]);
    expect(await pageText()).toMatch(/1 has ended<\/summary>.*production records it\. By ann/s);
  });
});

describe('a removed expectation', () => {
  test('is listed with who removed it and when, without values and note, for 90 days', async () => {
    await expectChange('e2', 'items[*].price');
    expect((await stage.call('DELETE', `${API}/e1`, undefined, stage.asAdmin)).status).toBe(200);
    stage.clock.now += 2 * HOUR_MS;
    expect((await stage.call('DELETE', `${API}/e2`, undefined, stage.asAdmin)).status).toBe(200);
    expect(await listed()).toEqual([]);
    // What comparisons and polls read has none of it.
    const { items } = await stage.table.query({ pk: 'T#default#APP#shop', prefix: 'RULE#', limit: 10 });
    expect(items).toEqual([]);
    stage.clock.now += DAY_MS;
    const text = await pageText();
    expect(text).toMatch(/2 have ended, the last one <time[^>]*>yesterday<\/time>/);
    expect(text).toMatch(/items\[\*\]\.price.*removed by admin-key.*total<\/code>.*removed by admin-key/s);
    expect(text).not.toContain('planted');
    stage.clock.now += 90 * DAY_MS;
    expect(await pageText()).not.toMatch(/ha(?:s|ve) ended/);
  });

  test('is gone if it had ended, and its tab does not count it then', async () => {
    await listed();
    expect(await tabOf()).toBe('1');
    stage.clock.now = expiresAt() + DAY_MS;
    expect(await tabOf()).toBe('0');
    expect(await pageText()).toContain('1 has ended');
    expect(await tabOf()).toBe('0');
    await stage.call('DELETE', `${API}/e1`, undefined, stage.asAdmin);
    expect(await pageText()).not.toMatch(/ha(?:s|ve) ended/);
    const { items } = await stage.table.query({ pk: 'T#default#APP#shop', prefix: 'EXPECTED#', limit: 10 });
    expect(items).toEqual([]);
  });

  // A list that was read while the expectation was removed notes its end afterwards.
  test('does not lower the count of its tab by an end that was noted later', async () => {
    await stage.table.put({ pk: 'T#default#APP#shop', sk: 'EXPECTED#END#gone', id: 'gone', endsAt: null, endedAt: 1 });
    expect(await tabOf()).toBe('1');
  });

  test('is neither removed nor listed for those who may not', async () => {
    const reader = { 'x-api-key': await stage.keyOf('default', 'read') };
    expect((await stage.call('DELETE', `${API}/e1`, undefined, reader)).status).toBe(403);
    await stage.call('DELETE', `${API}/e1`, undefined, stage.asAdmin);
    const theirs = { 'x-api-key': await stage.keyOf('acme', 'admin') };
    expect((await stage.browser().get('/console/apps/shop/expected', theirs)).text).not.toContain('total');
  });
});
