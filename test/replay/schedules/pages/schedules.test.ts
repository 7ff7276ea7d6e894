import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runTitle } from '../../../../functions/replay/domain/run-title.ts';
import { openScheduleThreshold } from '../../../../functions/replay/schedules/service/schedule-threshold.ts';
import { pageStage } from '../../../platform/pages-shell/page-stage.ts';
import { replayPlan } from '../../../support/replay-plan.ts';
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
  caseSelection: 'newest',
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

describe('the pages of schedules (interface 10, 13)', () => {
  test('add, show, change, pause, resume and delete a schedule', async () => {
    expect(await textOf(`${LIST}/new`)).toContain('name="cron"');
    const added = await browser.post(`${LIST}/new`, FORM);
    expect([added.status, added.headers.get('location')]).toEqual([303, `${LIST}?done=saved`]);
    const list = await textOf(`${LIST}?done=saved`);
    for (const shown of [
      'The schedule is saved.',
      'nightly',
      'Monday to Friday at 02:30',
      '<code>30 2 * * 1-5</code> Europe/Berlin',
      'title="http://10.0.0.1:8080">http://10.0.0.1:8080</code>',
      '<time datetime="2026-11-23T01:30:00.000Z" title="2026-11-23 01:30:00 UTC">Monday 23 November at 02:30</time>',
      '>On<',
    ])
      expect(list).toContain(shown);

    expect(await textOf(`${LIST}/nightly/edit`)).toContain('tier=gold');
    await browser.post(`${LIST}/nightly/edit`, { ...FORM, operations: '/a\n/b', caseTags: '', passThreshold: '0.87' });
    expect(await stored()).toMatchObject({ trigger: { operations: ['/a', '/b'], caseTags: {} } });
    const edit = await textOf(`${LIST}/nightly/edit`);
    expect([edit.includes('It is set and never shown.'), edit.includes('0.87')]).toEqual([true, false]);
    expect(edit).toContain('<details open><summary>Advanced</summary>');
    await browser.post(`${LIST}/nightly/edit`, { ...FORM, removePassThreshold: 'on' });
    expect((await stored())?.sealedPassThreshold).toBeNull();

    expect(await stored()).toMatchObject({ notify: false });
    expect(edit).toContain('name="notify" value="on"><label');
    await browser.post(`${LIST}/nightly/edit`, { ...FORM, notify: 'on' });
    expect(await stored()).toMatchObject({ notify: true });
    expect(await textOf(`${LIST}/nightly/edit`)).toContain('name="notify" value="on" checked>');

    await browser.post(`${LIST}/nightly/pause`, {});
    expect(await stored()).toMatchObject({ enabled: false, nextAt: null, cron: FORM.cron });
    expect(await textOf(LIST)).toMatch(
      />Paused<\/span><br><span class="small muted">by ann@shop.test, <time [^>]*>just now</,
    );
    await browser.post(`${LIST}/nightly/resume`, {});
    expect(await stored()).toMatchObject({ enabled: true, nextAt: expect.any(Number) });
    const deleted = await browser.post(`${LIST}/nightly/delete`, {});
    expect(deleted.headers.get('location')).toBe(`${LIST}?done=deleted`);
    expect(await stored()).toBeUndefined();
  });

  test('explain schedules and offer the form if there are none', async () => {
    const text = await textOf(LIST);
    expect(text).toContain('A schedule starts runs at fixed times');
    expect(text).toContain(`<a class="button primary" href="${LIST}/new">Add a schedule</a>`);
    expect(text).not.toContain('<table');
  });

  /** Adds `nightly` with these members of its last run. */
  const addNightly = async (members: object) => {
    await browser.post(`${LIST}/new`, FORM);
    await stage.services.schedules.change('shop', 'nightly', async (schedule) => ({
      ok: true,
      value: schedule ? { ...schedule, ...members } : null,
    }));
  };

  test('list the last run with its state, and say why the next one did not start', async () => {
    const { now } = stage.clock;
    const plan = {
      ...replayPlan({ planId: '6a0f3c40a1b2c3d4e5f60718', appId: 'shop', createdAt: now - 7_200_000 }),
      scheduleId: 'nightly',
      number: 7,
    };
    await stage.services.plans.lock('shop', plan.planId, now);
    await stage.services.plans.create(plan, null, null);
    const lastError = { errorCode: 'UNKNOWN_OPERATION', errorMessage: 'not <b> there', at: now - 300_000 };
    await addNightly({ lastPlanId: plan.planId, lastRunAt: now - 7_200_000, lastError });
    const text = await textOf(LIST);
    expect(text).toContain(
      `<span class="badge quiet">Running</span> <a href="/report/${plan.planId}">${runTitle(plan)}</a>`,
    );
    expect(text).toMatch(/<\/a><br><span class="small muted"><time [^>]*>2 hours ago<\/time>/);
    expect(text).toMatch(
      /Not started<\/span> Not &lt;b&gt; there<br><span class="small muted" title="UNKNOWN_OPERATION"><time [^>]*>5 minutes ago<\/time>, tried again at the next time/,
    );
  });

  test('show an expired last run without a link', async () => {
    await addNightly({ lastPlanId: '6a0f3c40a1b2c3d4e5f60718', lastRunAt: stage.clock.now - 3 * 86_400_000 });
    const text = await textOf(LIST);
    expect(text).not.toContain('/report/6a0f3c40a1b2c3d4e5f60718');
    expect(text).toMatch(/3 days ago<\/time> <span class="small muted">no longer kept</);
  });

  test('have a short form, with rarely changed fields folded and their defaults', async () => {
    const text = await textOf(`${LIST}/new`);
    const [before = '', advanced = ''] = text
      .slice(text.indexOf('<main'))
      .split('<details><summary>Advanced</summary>');
    const names = (part: string) =>
      [...part.matchAll(/<(?:input|select|textarea)[^>]* name="(\w+)"/g)].map(([, name]) => name);
    expect(names(before)).toEqual(['csrf', 'id', 'targetEnv', 'when', 'timeZone', 'cron']);
    expect(names(advanced)).toEqual([
      'caseSource',
      'caseSourceHours',
      'caseCountLimit',
      'caseSelection',
      'order',
      'pace',
      'baselineEnv',
      'operations',
      'caseTags',
      'passThreshold',
      'enableMock',
      'notify',
      'enabled',
    ]);
    for (const shown of [
      'Of recent recordings. Default: 24',
      'Default: 1,000',
      'Default: none, so any failing request',
    ])
      expect(advanced).toContain(shown);
    expect(text).toContain('<option value="0 3 * * *" selected>Every night at 03:00</option>');
  });

  test('accept a preset without a cron expression, and select it again in the form', async () => {
    const preset = { ...FORM, when: '0 3 * * 1', cron: 'left from before', caseSelection: 'spread' };
    expect((await browser.post(`${LIST}/new`, preset)).status).toBe(303);
    expect(await stored()).toMatchObject({ cron: '0 3 * * 1', trigger: { caseSelection: 'spread' } });
    const edit = await textOf(`${LIST}/nightly/edit`);
    expect(edit).toContain('<option value="0 3 * * 1" selected>Every Monday at 03:00</option>');
    await browser.post(`${LIST}/nightly/edit`, { ...FORM, when: 'custom' });
    expect(await stored()).toMatchObject({ cron: FORM.cron });
    expect(await textOf(`${LIST}/nightly/edit`)).toContain('<option value="custom" selected>Another time</option>');
  });

  test('show the next three runs in UTC for Preview, and save nothing', async () => {
    const { status, text } = await browser.post(`${LIST}/new`, { ...FORM, preview: '1' });
    expect(status).toBe(200);
    expect(text).toContain('Monday to Friday at 02:30 (Europe/Berlin). Next runs:');
    expect(
      [...text.matchAll(/<li>([^<]*) <span class="small muted"><time [^>]*>([^<]*)<\/time>/g)].map(([, ...run]) => run),
    ).toEqual([
      ['in 2 days', '2026-11-23 01:30:00 UTC'],
      ['in 3 days', '2026-11-24 01:30:00 UTC'],
      ['in 4 days', '2026-11-25 01:30:00 UTC'],
    ]);
    expect(await stage.services.schedules.list('shop')).toEqual([]);
    await browser.post(`${LIST}/new`, FORM);
    const { enabled: _, ...paused } = FORM;
    const changed = await browser.post(`${LIST}/nightly/edit`, { ...paused, when: '0 * * * *', preview: '1' });
    expect(changed.text).toContain('Every hour (Europe/Berlin). Paused. Next runs if it were enabled:');
    expect(await stored()).toMatchObject({ cron: FORM.cron, enabled: true });
  });

  test.for<[change: Record<string, string>, field: string, message: string, isAdvanced: boolean]>([
    [{ cron: '0 3 * *' }, 'cron', 'Cron expression must have 5 valid fields', false],
    [{ cron: '0 3 31 2 *' }, 'cron', 'Cron expression names a date that never occurs', false],
    [{ when: 'custom', cron: '' }, 'cron', 'Cron expression must have 5 valid fields', false],
    [{ timeZone: 'Mars/Phobos' }, 'timeZone', 'Time zone must be the name of an IANA time zone', false],
    [{ targetEnv: 'ftp://x' }, 'targetEnv', 'Target must be an http:// or https:// address', false],
    [{ id: 'a b' }, 'id', 'Name must be 1 to 64 characters', false],
    [{ caseSourceHours: 'x' }, 'caseSourceHours', 'Hours must be a positive integer', true],
    [{ caseCountLimit: '0' }, 'caseCountLimit', 'Max recordings per endpoint must be a positive integer', true],
    [{ passThreshold: '2' }, 'passThreshold', 'Pass threshold must be a number from 0 to 1', true],
    [{ passThreshold: 'high' }, 'passThreshold', 'Pass threshold must be a number from 0 to 1', true],
  ])(
    'refuse %j beside its field, in an open part, and keep what was typed',
    async ([change, field, message, isAdvanced]) => {
      const form = { ...FORM, caseTags: '', operations: '', ...change };
      for (const sent of [form, { ...form, preview: '1' }]) {
        const { status, text } = await browser.post(`${LIST}/new`, sent);
        expect(status).toBe(422);
        expect(text).toContain(`id="${field}-error">${message}`);
        expect(text.includes('<details open><summary>Advanced</summary>')).toBe(isAdvanced);
        expect(text).toContain(`placeholder="nightly" value="${form.id}"`);
      }
      expect(await stage.services.schedules.list('shop')).toEqual([]);
    },
  );

  test('refuse a target that the egress policy denies beside its field, for Preview too', async () => {
    stage.world.egress.denial = async () => 'private address';
    for (const sent of [FORM, { ...FORM, preview: '1' }]) {
      const { status, text } = await browser.post(`${LIST}/new`, sent);
      expect(status).toBe(422);
      expect(text).toContain('id="targetEnv-error">Target is not allowed by the egress policy (private address).');
    }
  });

  test('have the pass threshold, which the runs then need', async () => {
    await browser.post(`${LIST}/new`, { ...FORM, passThreshold: '0.95' });
    const sealed = (await stored())?.sealedPassThreshold ?? null;
    const of = { tenant: 'default', appId: 'shop', id: 'nightly' };
    expect(await openScheduleThreshold(stage.world.keys, of, sealed)).toBe(0.95);
  });

  test('do not change a schedule by another with its name', async () => {
    await browser.post(`${LIST}/new`, FORM);
    const { status, text } = await browser.post(`${LIST}/new`, { ...FORM, cron: '0 5 * * *' });
    expect([status, text.includes('There is already a schedule of this name.')]).toEqual([422, true]);
    expect(await stored()).toMatchObject({ cron: FORM.cron });
  });

  test.for(['edit', 'pause', 'resume', 'start', 'delete'])(
    'answer %s of a deleted schedule with not found, and create none',
    async (action) => {
      expect((await browser.post(`${LIST}/gone/${action}`, FORM)).status).toBe(404);
      expect(await stage.services.schedules.list('shop')).toEqual([]);
    },
  );

  test('change nothing for a form without its token', async () => {
    await browser.post(`${LIST}/new`, FORM);
    for (const action of ['pause', 'delete', 'edit', 'start'])
      expect((await browser.post(`${LIST}/nightly/${action}`, { csrf: 'wrong' })).status, action).toBe(403);
    expect(await stored()).toMatchObject({ enabled: true });
  });

  test('show a viewer the list without buttons and links to forms', async () => {
    await browser.post(`${LIST}/new`, FORM);
    await stage.call('PUT', '/api/users/ann@shop.test', { role: 'viewer' }, stage.asAdmin);
    const viewer = stage.browser();
    await viewer.logIn('ann@shop.test');
    const { text } = await viewer.get(LIST);
    expect((await viewer.post(`${LIST}/nightly/start`, {})).status).toBe(403);
    expect([
      text.includes('nightly'),
      text.includes('/edit'),
      text.includes('<form class="inline" method="post" action="/console/apps'),
    ]).toEqual([true, false, false]);
    expect((await viewer.get(`${LIST}/new`)).status).toBe(403);
  });

  test('are linked from the settings, and do not exist for an unknown application', async () => {
    expect(await textOf('/console/apps/shop/settings')).toContain(`href="${LIST}"`);
    for (const path of ['', '/new'])
      expect((await browser.get(`/console/apps/unknown/schedules${path}`, AS_ADMIN)).status).toBe(404);
  });
});
