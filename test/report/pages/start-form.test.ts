import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aboutText } from '../../../functions/report/pages/about-text.ts';
import { pageStage } from '../../platform/pages-shell/page-stage.ts';
import { recordedGet } from '../../support/fakes/recorded-target.ts';
import { replayPlan } from '../../support/replay-plan.ts';

const FORM_PATH = '/console/apps/shop/replays/new';
const TARGET = 'http://10.0.0.1:8080';
/** The form as it opens. */
const FORM = { targetEnv: TARGET, caseSourceType: 'rolling', hours: '24', enableMock: 'on' };

let stage: ReturnType<typeof pageStage>;
let browser: ReturnType<typeof stage.browser>;
beforeEach(async () => {
  stage = pageStage({ SVC_TARGETS: TARGET });
  const at = (hours: number) => new Date(stage.clock.now - hours * 3_600_000).toISOString();
  const post = recordedGet('shop', '/orders', {}, { caseId: 'order', recordedAt: at(1) });
  const { body } = await stage.call(
    'POST',
    '/api/recorder/cases',
    [
      recordedGet('shop', '/a', {}, { caseId: 'new', recordedAt: at(1), durationMs: 7 }),
      recordedGet('shop', '/a', {}, { caseId: 'old', recordedAt: at(50), durationMs: 7 }),
      { ...post, request: { ...post.request, method: 'POST' } },
    ],
    stage.asAdmin,
  );
  expect(body.accepted).toBe(3);
  await stage.call('POST', '/api/apps/shop/targets', { address: TARGET }, stage.asAdmin);
  browser = stage.browser();
  await browser.logIn('ann@shop.test');
});
afterEach(() => stage.close());

const shown = ({ status, text }: { status: number; text: string }) => ({
  status,
  text,
  plain: text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' '),
});
const get = async (query = '') => shown(await browser.get(FORM_PATH + query));
const post = async (change: Record<string, string>) => shown(await browser.post(FORM_PATH, { ...FORM, ...change }));
const preview = (change: Record<string, string> = {}) => post({ ...change, preview: '1' });
const running = async () => {
  const plan = replayPlan({ planId: '6a0f3c40a1b2c3d4e5f60718', createdAt: stage.clock.now, appId: 'shop' });
  await stage.services.plans.lock('shop', plan.planId, stage.clock.now);
  await stage.services.plans.create({ ...plan, targetEnv: TARGET }, null, null);
};

describe('the form that starts a run (interface 13)', () => {
  test('is short, with rarely changed fields folded and their defaults', async () => {
    const { text, plain } = await get();
    expect(text).toContain('<details><summary>Endpoints: all 2</summary>');
    const [before = '', advanced = ''] = text.split('<details><summary>Advanced</summary>');
    const names = (part: string) =>
      [...part.matchAll(/<(?:input|select|textarea)[^>]* name="(\w+)"/g)].map(([, name]) => name);
    expect(new Set(names(before))).toEqual(
      new Set(['csrf', 'targetEnv', 'compare', 'baselineEnv', 'caseSourceType', 'hours', 'operations']),
    );
    expect(names(advanced)).toEqual([
      'planName',
      'caseTags',
      'caseCountLimit',
      'caseSelection',
      'maxQps',
      'concurrency',
      'timeoutSeconds',
      'enableMock',
    ]);
    for (const words of [
      'Max recordings per endpoint Default: 1,000',
      'Max requests per second Default: 200',
      'Concurrency Default: 10',
      'Timeout Default: 30 seconds',
    ])
      expect(plain).toContain(words);
    expect(text.match(/class="primary"/g)).toHaveLength(1);
  });

  test('begins with the last target, and suggests the earlier ones', async () => {
    expect((await get()).text).toContain('placeholder="https://staging.example.com" value=""');
    await running();
    const { text } = await get();
    expect(text).toMatch(/name="targetEnv"[^>]* value="http:\/\/10\.0\.0\.1:8080"/);
    expect(text).toContain(`<datalist id="targetEnv-list"><option value="${TARGET}">`);
    expect((await get('?targetEnv=http://x.test')).text).toMatch(/name="targetEnv"[^>]* value="http:\/\/x\.test"/);
  });

  test('refreshes recordings and prediction while there is not a run and nothing was entered', async () => {
    const lives = (text: string) => [...text.matchAll(/id="(\w+)" data-live data-every="5"/g)].map(([, id]) => id);
    expect(lives((await get()).text)).toEqual(['recorded', 'prediction']);
    expect(lives((await preview()).text)).toEqual([]);
    expect(lives((await get('?caseId=old')).text)).toEqual([]);
    await running();
    expect(lives((await get()).text)).toEqual([]);
  });

  test('says what the run will send, and warns of unsafe methods', async () => {
    await running();
    const { plain } = await get();
    expect(plain).toContain(
      `Requests 2 recordings to ${TARGET} Takes about a second at up to 200 requests per second Compares ${TARGET} with the recordings`,
    );
    expect(plain).toContain('1 of them may change data: POST');
    expect((await get('?caseId=old')).plain).toContain('Requests 1 recording to');
    expect((await get('?caseId=order')).plain).toContain('It may change data: POST');
  });

  test('compares with the recordings where that is chosen, whatever the field of the running build has', async () => {
    const baselineEnv = 'http://b.example';
    expect((await preview({ compare: 'running', baselineEnv })).plain).toContain(
      `Compares ${TARGET} with ${baselineEnv}`,
    );
    const alone = await preview({ compare: 'recordings', baselineEnv });
    expect(alone.plain).toContain(`Compares ${TARGET} with the recordings`);
    expect(alone.plain).not.toContain('data has moved');
  });

  test('counts the selection as it was typed for Preview, and starts nothing', async () => {
    const all = await preview({ caseSourceType: 'all' });
    expect([all.status, all.plain.includes('Requests 3 recordings')]).toEqual([200, true]);
    expect(all.text).toContain('<option value="all" selected>All');
    const some = await preview({ operations: '/a', maxQps: '20' });
    expect(some.plain).toContain(
      `Requests 1 recording to ${TARGET} Takes about a second at up to 20 requests per second`,
    );
    expect(some.plain).not.toContain('may change data');
    expect(some.text).toContain('<summary>Endpoints: 1 of 2</summary>');
    expect(some.text).toContain('<details open><summary>Advanced</summary>');
    expect((await preview({ hours: '0.1' })).plain).toContain('No recording fits.');
    expect((await preview({ caseSourceType: 'pinned' })).plain).toContain('No recording fits.');
    expect((await stage.services.plans.list({ appId: 'shop', limit: 1, after: null })).plans).toEqual([]);
  });

  test.for<[change: Record<string, string>, field: string, message: string, isAdvanced: boolean]>([
    [{ targetEnv: 'ftp://x' }, 'targetEnv', 'Enter an http:// or https:// address', false],
    [{ baselineEnv: 'ftp://x' }, 'baselineEnv', 'Enter an http:// or https:// address', false],
    [
      { baselineEnv: 'http://a.example', targetEnv: 'http://a.example/x' },
      'baselineEnv',
      'Running build must be another origin',
      false,
    ],
    [{ compare: 'running' }, 'baselineEnv', 'Running build is missing.', false],
    [{ hours: 'x' }, 'hours', 'Hours must be a number above 0.', false],
    [{ hours: '0' }, 'hours', 'Hours must be a number above 0.', false],
    [{ caseCountLimit: '1.5' }, 'caseCountLimit', 'Enter a whole number above 0.', true],
    [{ maxQps: '0' }, 'maxQps', 'Enter a whole number from 1 to', true],
    [{ timeoutSeconds: 'soon' }, 'timeoutSeconds', 'Enter a number of seconds from 0.001 to 300.', true],
    [{ timeoutSeconds: '300.001' }, 'timeoutSeconds', 'Enter a number of seconds from 0.001 to 300.', true],
    [{ timeoutSeconds: '0' }, 'timeoutSeconds', 'Enter a number of seconds from 0.001 to 300.', true],
  ])('refuses %j beside its field, in an open part', async ([change, field, message, isAdvanced]) => {
    for (const { status, text } of [await post(change), await preview(change)]) {
      expect(status).toBe(422);
      expect(text).toMatch(new RegExp(`id="${field}-error">[^<]*${message}`));
      expect(text.includes('<details open><summary>Advanced</summary>')).toBe(isAdvanced);
    }
  });

  test('starts a run with the timeout that was entered in seconds', async () => {
    expect((await post({ timeoutSeconds: '2.5' })).status).toBe(303);
    const [plan] = (await stage.services.plans.list({ appId: 'shop', limit: 1, after: null })).plans;
    expect(plan?.load.timeoutMs).toBe(2500);
  });

  test('names the field also when recordings, endpoints or another run cause the refusal', async () => {
    expect((await post({ hours: '0.1' })).text).toMatch(/id="caseSourceType-error">No recording fits\./);
    const unknown = await post({ operations: '/nowhere' });
    expect(unknown.plain).toContain('These endpoints are not recorded: /nowhere.');
    expect(unknown.text).toContain('<details open><summary>Endpoints: 1 of 2</summary>');
    await running();
    expect((await post({})).text).toMatch(/id="targetEnv-error">Another run of this application uses this target\./);
  });
});

describe('aboutText', () => {
  test.for<[ms: number, text: string]>([
    [0, 'about a second'],
    [1499, 'about a second'],
    [1500, 'about 2 s'],
    [59_000, 'about 59 s'],
    [60_000, 'about 1 min'],
    [119_000, 'about 2 min'],
    [3_570_000, 'about 1 h 00 min'],
    [5_400_000, 'about 1 h 30 min'],
  ])('writes %i ms', ([ms, text]) => {
    expect(aboutText(ms)).toBe(text);
  });
});
