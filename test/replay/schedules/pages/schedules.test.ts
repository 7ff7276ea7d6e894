import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pageStage } from '../../../platform/pages-shell/page-stage.ts';
import { ADMIN_KEY } from '../../../support/running-service.ts';

const AS_ADMIN = { 'x-api-key': ADMIN_KEY };
const LIST = '/console/apps/shop/schedules';
const FORM = {
  id: 'nightly',
  targetEnv: 'http://10.0.0.1:8080',
  cron: '30 2 * * 1-5',
  timeZone: 'Europe/Berlin',
  enabled: 'on',
  caseSource: 'rolling',
  caseSourceHours: '24',
  caseCountLimit: '',
  passThreshold: '',
  operations: '',
  caseTags: 'tier=gold',
  enableMock: 'on',
};

let stage: ReturnType<typeof pageStage>;
let browser: ReturnType<typeof stage.browser>;
beforeEach(async () => {
  stage = pageStage();
  await stage.services.sealedSettings.changeSettings('shop', {});
  browser = stage.browser();
  await browser.logIn('ann@shop.test');
});
afterEach(() => stage.close());

const stored = () => stage.services.schedules.find('shop', 'nightly');
const textOf = async (path: string) => (await browser.get(path)).text;

describe('pages of schedules (interface 10, 13)', () => {
  test('one is added, shown, changed, paused, resumed and deleted', async () => {
    expect(await textOf(LIST)).toContain('There is no schedule yet.');
    expect(await textOf(`${LIST}/new`)).toContain('name="cron"');
    const added = await browser.post(`${LIST}/new`, FORM);
    expect([added.status, added.headers.get('location')]).toEqual([303, `${LIST}?done=saved`]);
    const list = await textOf(`${LIST}?done=saved`);
    for (const shown of [
      'The schedule is saved.',
      'nightly',
      '30 2 * * 1-5',
      'Europe/Berlin',
      '2026-11-23 01:30:00 UTC',
    ])
      expect(list).toContain(shown);

    expect(await textOf(`${LIST}/nightly/edit`)).toContain('tier=gold');
    await browser.post(`${LIST}/nightly/edit`, { ...FORM, operations: '/a\n/b', caseTags: '', passThreshold: '0.87' });
    expect(await stored()).toMatchObject({ trigger: { operations: ['/a', '/b'], caseTags: {} } });
    const edit = await textOf(`${LIST}/nightly/edit`);
    expect([edit.includes('It is set and never shown.'), edit.includes('0.87')]).toEqual([true, false]);
    await browser.post(`${LIST}/nightly/edit`, { ...FORM, removePassThreshold: 'on' });
    expect((await stored())?.sealedPassThreshold).toBeNull();

    await browser.post(`${LIST}/nightly/pause`, {});
    expect(await stored()).toMatchObject({ enabled: false, nextAt: null, cron: FORM.cron });
    expect(await textOf(LIST)).toContain('>Paused<');
    await browser.post(`${LIST}/nightly/resume`, {});
    expect(await stored()).toMatchObject({ enabled: true, nextAt: expect.any(Number) });
    const deleted = await browser.post(`${LIST}/nightly/delete`, {});
    expect(deleted.headers.get('location')).toBe(`${LIST}?done=deleted`);
    expect(await stored()).toBeUndefined();
  });

  test('the list shows the last run and why the last one was refused', async () => {
    await browser.post(`${LIST}/new`, FORM);
    await stage.services.schedules.change('shop', 'nightly', async (schedule) => ({
      ok: true,
      value: schedule
        ? {
            ...schedule,
            lastPlanId: '6a0f3c40a1b2c3d4e5f60718',
            lastRunAt: Date.parse('2026-11-19T01:30:02Z'),
            lastError: {
              errorCode: 'REASON_200',
              errorMessage: 'no cases recorded in the time range',
              at: Date.parse('2026-11-20T01:30:02Z'),
            },
          }
        : null,
    }));
    const text = await textOf(LIST);
    expect(text).toContain('<a href="/report/6a0f3c40a1b2c3d4e5f60718">');
    expect(text).toMatch(/2026-11-20 01:30:02 UTC<\/time>: .*no cases recorded in the time range/);
  });

  test.for<[change: Record<string, string>, message: string]>([
    [{ cron: '0 3 * *' }, 'Time (cron) must have 5 valid fields'],
    [{ timeZone: 'Mars/Phobos' }, 'Time zone must be the name of an IANA time zone'],
    [{ targetEnv: 'ftp://x' }, 'Target must be an http:// or https:// address'],
    [{ id: 'a b' }, 'Name must be 1 to 64 characters'],
    [{ caseSourceHours: 'x' }, 'Of the last hours must be a positive integer'],
    [{ passThreshold: '2' }, 'Pass rate for PASS must be a number from 0 to 1'],
  ])('a form with %j says why it is refused, and keeps what was typed', async ([change, message]) => {
    const { status, text } = await browser.post(`${LIST}/new`, { ...FORM, ...change });
    expect([status, text.includes(message), text.includes('tier=gold')]).toEqual([422, true, true]);
    expect(await stage.services.schedules.list('shop')).toEqual([]);
  });

  test('a name in use does not change that schedule', async () => {
    await browser.post(`${LIST}/new`, FORM);
    const { status, text } = await browser.post(`${LIST}/new`, { ...FORM, cron: '0 5 * * *' });
    expect([status, text.includes('There is already a schedule of this name.')]).toEqual([422, true]);
    expect(await stored()).toMatchObject({ cron: FORM.cron });
  });

  test.for(['edit', 'pause', 'resume', 'delete'])(
    '%s of a schedule that is gone is not found, and makes none',
    async (action) => {
      expect((await browser.post(`${LIST}/gone/${action}`, FORM)).status).toBe(404);
      expect(await stage.services.schedules.list('shop')).toEqual([]);
    },
  );

  test('a form without its token changes nothing', async () => {
    await browser.post(`${LIST}/new`, FORM);
    for (const action of ['pause', 'delete', 'edit'])
      expect((await browser.post(`${LIST}/nightly/${action}`, { csrf: 'wrong' })).status, action).toBe(403);
    expect(await stored()).toMatchObject({ enabled: true });
  });

  test('a viewer sees the list without buttons and links to forms', async () => {
    await browser.post(`${LIST}/new`, FORM);
    await stage.call('PUT', '/api/users/ann@shop.test', { role: 'viewer' }, stage.asAdmin);
    const viewer = stage.browser();
    await viewer.logIn('ann@shop.test');
    const { text } = await viewer.get(LIST);
    expect([
      text.includes('nightly'),
      text.includes('/edit'),
      text.includes('<form class="inline" method="post" action="/console/apps'),
    ]).toEqual([true, false, false]);
    expect((await viewer.get(`${LIST}/new`)).status).toBe(403);
  });

  test('the settings lead to them, and an unknown application has none', async () => {
    expect(await textOf('/console/apps/shop/settings')).toContain(`href="${LIST}"`);
    for (const path of ['', '/new'])
      expect((await browser.get(`/console/apps/unknown/schedules${path}`, AS_ADMIN)).status).toBe(404);
  });
});
