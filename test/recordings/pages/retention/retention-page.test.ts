import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { retentionServices } from '../../../../functions/console/composition.ts';
import { applyRetention } from '../../../../functions/console/steps/apply-retention.ts';
import { pageStage } from '../../../platform/pages-shell/page-stage.ts';

const HOUR = 3_600_000;
const PATH = '/console/apps/shop/settings/retention';
let stage: ReturnType<typeof pageStage>;
let browser: ReturnType<ReturnType<typeof pageStage>['browser']>;

beforeEach(async () => {
  stage = pageStage({ SVC_CASE_RETENTION_HOURS: '96', SVC_PLAN_RETENTION_DAYS: '90', SVC_GUEST_LOGIN: 'on' });
  browser = stage.browser();
  await browser.logIn('ann@shop.test');
  await record('old-1', 'old-2', 'pinned');
  await stage.call('POST', '/api/recorder/cases/pinned/pin', undefined, stage.asAdmin);
  stage.clock.now += 60 * HOUR;
  await record('young');
  // Logged in again: a session is shorter than that.
  browser = stage.browser();
  await browser.logIn('ann@shop.test');
});
afterEach(() => stage.close());

async function record(...caseIds: string[]): Promise<void> {
  const lines = caseIds.map((caseId) =>
    JSON.stringify({
      appId: 'shop',
      caseId,
      operation: '/orders',
      request: { method: 'GET', path: '/orders', headers: [], body: null },
      response: { status: 200, headers: [], body: '{}' },
    }),
  );
  const { body } = await stage.send('POST', '/api/recorder/cases', lines.join('\n'), {
    ...stage.asAdmin,
    'content-type': 'application/x-ndjson',
  });
  expect(body).toMatchObject({ accepted: caseIds.length });
}

const apply = () =>
  applyRetention(stage.world, stage.host.servicesOf(retentionServices), { until: Number.POSITIVE_INFINITY });
const settings = async () =>
  (await stage.call('GET', '/api/apps/shop/settings', undefined, stage.asAdmin)).body.retention;
const mainOf = (text: string) => text.split('<main')[1] ?? '';

describe('the page of the retention', () => {
  test('shows the limits of the service as defaults, what is stored, and no deletion', async () => {
    const text = mainOf((await browser.get(PATH)).text);
    for (const shown of [
      'At most 96 hours, a limit of this service. Pinned recordings never expire',
      'With their results. At most 90 days',
      'SVC_LOG_RETENTION_HOURS',
      '<button class="primary">Save</button>',
      ', 1 pinned',
    ])
      expect(text).toContain(shown);
    expect(text).toMatch(/name="caseHours"[^>]* value="96"/);
    expect(text.match(/<p class="small muted">Default<\/p>/g)).toHaveLength(2);
    expect(text).toMatch(/Oldest recording<\/dt><dd><time[^>]*>2 days ago<\/time> <small>expires <time[^>]*>in 1 day</);
    expect(text).not.toContain('role="status"');
  });

  test('previews what would be deleted, and saves nothing', async () => {
    const { status, text } = await browser.post(PATH, { caseHours: '48', planDays: '90', do: 'preview' });
    expect(status).toBe(200);
    expect(text).toContain('Preview, nothing is saved');
    expect(text).toContain('With 48 hours, <strong>2 of 4 recordings are deleted</strong>. 1 pinned one stays.');
    expect(text).toContain('Default: 96. Not saved yet');
    expect(text).toContain('<button class="primary">Save and delete 2 recordings</button>');
    expect(await settings()).toEqual({ caseHours: 0, planDays: 0 });
    const nothing = await browser.post(PATH, { caseHours: '72', planDays: '90', do: 'preview' });
    expect(nothing.text).toContain('Nothing that is stored now is deleted.');
    expect(nothing.text).toContain('<button class="primary">Save</button>');
  });

  test('deletes only what a preview of the same values has said, and says how far that is', async () => {
    const form = { caseHours: '48', planDays: '90' };
    for (const previewed of ['', '49 90']) {
      const asked = await browser.post(PATH, { ...form, previewed });
      expect(asked.text).toContain('Save and delete 2 recordings');
      expect(await settings()).toEqual({ caseHours: 0, planDays: 0 });
    }
    const saved = await browser.post(PATH, { ...form, previewed: '48 90' });
    expect([saved.status, saved.headers.get('location')]).toEqual([303, `${PATH}?done=saved`]);
    expect(await settings()).toEqual({ caseHours: 48, planDays: 0 });
    const begun = mainOf((await browser.get(PATH)).text);
    expect(begun).toContain('The deletion of what is too old begins within a minute.');
    expect(begun).toMatch(/Changed, default 96\. By ann@shop.test, <time[^>]*>just now<\/time>\./);
    expect(begun).toContain('Retention <small>1 changed</small>');
    expect(await apply()).toEqual({ failed: 0 });
    const ended = mainOf((await browser.get(PATH)).text);
    expect(ended).toContain('Deleted 2 recordings and 0 runs when it was last checked');
    expect(ended).toMatch(/<dt>Recordings<\/dt><dd>2 /);
    const audit = (await stage.call('GET', '/api/audit', undefined, stage.asAdmin)).body;
    expect(JSON.stringify(audit)).toContain('"action":"retention.applied"');
    expect(JSON.stringify(audit)).toContain('"caseHours":48');
  });

  test('gives a value its default again, and deletes nothing', async () => {
    await browser.post(PATH, { caseHours: '72', planDays: '30' });
    expect(await settings()).toEqual({ caseHours: 72, planDays: 30 });
    const { status } = await browser.post(PATH, { reset: 'caseHours' });
    expect(status).toBe(303);
    expect(await settings()).toEqual({ caseHours: 0, planDays: 30 });
    // The limit of the service is its default.
    await browser.post(PATH, { caseHours: '96', planDays: '90' });
    expect(await settings()).toEqual({ caseHours: 0, planDays: 0 });
  });

  test.for([
    [
      { caseHours: '97', planDays: '90' },
      'Recordings must be at most 96, this service&#39;s SVC_CASE_RETENTION_HOURS.',
    ],
    [{ caseHours: '96', planDays: '91' }, 'Runs must be at most 90, this service&#39;s SVC_PLAN_RETENTION_DAYS.'],
    [{ caseHours: 'two', planDays: '90' }, 'Recordings must be a whole number from 0 to 87,600.'],
    [{ caseHours: '-1', planDays: '90' }, 'Recordings must be a whole number from 0 to 87,600.'],
  ] as const)('says beside the field why a value is refused: %j', async ([form, message]) => {
    for (const action of ['', 'preview']) {
      const { status, text } = await browser.post(PATH, { ...form, do: action });
      expect(status).toBe(422);
      expect(text).toContain(`>${message}</p>`);
    }
    expect(await settings()).toEqual({ caseHours: 0, planDays: 0 });
  });
});

describe('who may not change the retention of an application', () => {
  const BODY = { retention: { caseHours: 48 } };
  const put = (headers: Record<string, string>) => stage.call('PUT', '/api/apps/shop/settings', BODY, headers);

  test('is a guest, a caller without the scope write, and one without a credential', async () => {
    const guest = stage.browser();
    const { status, text } = await guest.get(PATH);
    expect(status).toBe(200);
    expect(mainOf(text)).not.toContain('<form');
    for (const form of [{ caseHours: '48', previewed: '48 90', planDays: '90' }, { reset: 'caseHours' }])
      expect((await guest.post(PATH, form as Record<string, string>)).status).toBe(403);
    for (const scope of ['read', 'record', 'agent'] as const)
      expect((await put({ 'x-api-key': await stage.keyOf('default', scope) })).status).toBe(403);
    expect((await put({})).status).toBe(401);
    expect(await settings()).toEqual({ caseHours: 0, planDays: 0 });
  });

  test('is another tenant, whose settings of an application of that name delete nothing here', async () => {
    expect((await put({ 'x-api-key': await stage.keyOf('other', 'read', 'write') })).status).toBe(200);
    await put({ 'x-api-key': await stage.keyOf('default', 'read', 'write') });
    await stage.call('PUT', '/api/apps/bank/settings', { retention: { caseHours: 1 } }, stage.asAdmin);
    await stage.call('PUT', '/api/apps/shop/settings', { retention: { caseHours: 0 } }, stage.asAdmin);
    await apply();
    const { body } = await stage.call('GET', '/api/recorder/apps/shop/cases', undefined, stage.asAdmin);
    expect(JSON.stringify(body).match(/"caseId"/g)).toHaveLength(4);
  });

  test('gets the limit of the service and the name of the field from the API', async () => {
    const { status, body } = await stage.call(
      'PUT',
      '/api/apps/shop/settings',
      { retention: { caseHours: 97 } },
      stage.asAdmin,
    );
    expect([status, body.errorCode]).toEqual([400, 'INVALID_SETTINGS']);
    expect(body.errorMessage).toBe("retention.caseHours must be at most 96, this service's SVC_CASE_RETENTION_HOURS");
  });
});
