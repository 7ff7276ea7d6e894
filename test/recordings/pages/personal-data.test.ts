import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { intakeServices } from '../../../functions/recordings/composition.ts';
import { sealStored } from '../../../functions/recordings/steps/seal-stored.ts';
import { pageStage } from '../../platform/pages-shell/page-stage.ts';
import { recordedGet } from '../../support/fakes/recorded-target.ts';

const MAIL = 'ada.lovelace@example.org';
const PAGE = '/console/apps/shop/recordings';

let stage: ReturnType<typeof pageStage>;
beforeEach(async () => {
  stage = pageStage();
  const cases = [
    ...[0, 1, 2].map((at) => recordedGet('shop', `/customers/${at}`, { mail: MAIL, n: at }, { caseId: `c${at}` })),
    recordedGet('shop', `/search?mail=${encodeURIComponent(MAIL)}`, {}, { caseId: 'search' }),
  ];
  expect((await api('POST', '/api/recorder/cases', cases)).body.accepted).toBe(4);
});
afterEach(() => stage.close());

const api = (method: string, path: string, body?: unknown) => stage.call(method, path, body, stage.asAdmin);
const asAdmin = async () => {
  const browser = stage.browser();
  await browser.logIn('ann@shop.test');
  return browser;
};
/** What the service does in the background. */
const sealed = () =>
  sealStored(stage.world, stage.host.servicesOf(intakeServices), { until: Number.POSITIVE_INFINITY });
const plain = (text: string) => text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
const bodyOf = async (caseId: string) => (await api('GET', `/api/recorder/cases/${caseId}`)).body.response.body;

describe('the page of the recordings', () => {
  test('shows fields with personal data, each with its endpoint and counts', async () => {
    const text = plain((await (await asAdmin()).get(PAGE)).text);
    expect(text).toContain('2 fields may hold personal data.');
    expect(text).toContain('$.mail GET /customers/{id} Mail address 3 of 3 Seal $.mail');
    expect(text).toContain('parameter mail GET /search Mail address 1 of 1 Seal');
  });

  test('says what can be done with a text, which has no button', async () => {
    const text = { status: 200, headers: [['content-type', 'text/plain']], body: `Dear ${MAIL}` };
    await api('POST', '/api/recorder/cases', [
      { ...recordedGet('notes', '/note', {}, { caseId: 'n' }), response: text },
    ]);
    const { text: page } = await (await asAdmin()).get('/console/apps/notes/recordings');
    expect(plain(page)).toContain(
      'text of the response GET /note Mail address 1 of 1 No rule reaches a text. Leave out its endpoint',
    );
    expect(plain(page)).toContain('can only be left out when recordings are taken ( --exclude )');
    expect(page).not.toContain('value="text"');
  });

  test('seals a segment of the path with one click', async () => {
    await api('POST', '/api/recorder/cases', [recordedGet('users', `/users/${MAIL}`, {}, { caseId: 'u' })]);
    const browser = await asAdmin();
    expect(plain((await browser.get('/console/apps/users/recordings')).text)).toContain(
      'path /users/{mail} GET /users/{mail} Mail address 1 of 1 Seal',
    );
    await browser.post('/console/apps/users/recordings/personal-data', { in: 'segment', field: '/users/{mail}' });
    await sealed();
    const { body } = await api('GET', '/api/recorder/cases/u');
    expect(body).toMatchObject({ operation: '/users/sealed', request: { path: '/users/sealed' } });
    expect((await browser.get('/console/apps/users/recordings')).text).not.toContain('ada.lovelace');
  });

  test('shows nothing of it without any', async () => {
    await api('POST', '/api/recorder/cases', [recordedGet('bank', '/a', {}, { caseId: 'bank' })]);
    expect((await (await asAdmin()).get('/console/apps/bank/recordings')).text).not.toContain('ersonal data');
  });

  test('seals a field with one click, in stored recordings and in new ones', async () => {
    const browser = await asAdmin();
    await api('PUT', '/api/apps/shop/settings', { redact: [{ header: 'x-card' }] });
    const answer = await browser.post(`${PAGE}/personal-data`, { in: 'path', field: '$.mail' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${PAGE}?done=sealing`]);
    const { body } = await api('GET', '/api/apps/shop/settings');
    expect(body.redact).toEqual([{ header: 'x-card' }, { path: '$.mail', seal: true }]);
    const running = await browser.get(`${PAGE}?done=sealing`);
    expect(plain(running.text)).toContain('The field is sealed in new recordings. Stored recordings are being sealed');
    expect(plain(running.text)).toContain('Sealing stored recordings 0 of 4. You may leave this page.');
    expect(running.text).toContain('id="sealing" role="status" data-live data-ends');
    await api('POST', '/api/recorder/cases', [recordedGet('shop', '/customers/9', { mail: MAIL }, { caseId: 'c9' })]);
    await sealed();
    for (const caseId of ['c0', 'c2', 'c9']) expect(await bodyOf(caseId)).toContain('{"sealed":true}');
    const text = plain((await browser.get(PAGE)).text);
    expect(text).toContain('3 of 3 Has a rule');
    expect(text).toContain('1 field may hold personal data.');
    expect(text).not.toContain('Sealing stored recordings');
    const { items } = (await api('GET', '/api/audit')).body;
    const subject = { appId: 'shop', recordings: 3 };
    expect(items).toContainEqual(
      expect.objectContaining({ action: 'recordings.sealed', who: 'ann@shop.test', subject }),
    );
  });

  test.for([
    ['another place', { in: 'body', field: '$.mail' }],
    ['what is no path', { in: 'path', field: '$[' }],
  ])('refuses to seal %s', async ([, form]) => {
    const answer = await (await asAdmin()).post(`${PAGE}/personal-data`, form as Record<string, string>); // of the table
    expect(answer.status).toBe(422);
    expect((await api('GET', '/api/apps/shop/settings')).body.redact).toEqual([]);
  });
});

describe('the settings of personal data', () => {
  const SETTINGS = '/console/apps/shop/settings/data';
  const SEAL = { in: 'path', field: '$.mail', from: 'settings' };
  const shown = async () => plain((await (await asAdmin()).get(SETTINGS)).text);

  test('list what was found and how much was looked at, and seal a field', async () => {
    expect(await shown()).toContain('4 recordings looked at, no value is stored');
    expect(await shown()).toContain(' mail Mail address GET /customers/{id} 3 of 3 Seal… mail');
    const browser = await asAdmin();
    const { headers } = await browser.post(`${PAGE}/personal-data`, SEAL);
    expect(headers.get('location')).toBe(`${SETTINGS}?done=sealing`);
    const text = plain((await browser.get(`${SETTINGS}?done=sealing`)).text);
    expect(text).toContain('The field is sealed in new recordings. Stored recordings are being sealed');
    expect(text).toContain('3 of 3 Sealed');
    expect(text).toContain('Sealing stored recordings 0 of 4. You may leave this page.');
    await sealed();
    expect(await shown()).toContain('Sealed in 3 stored recordings of 4, just now');
  });

  test('say that older recordings may be in clear, and seal them', async () => {
    await api('PUT', '/api/apps/shop/settings', { redact: [{ path: '$.mail', seal: true }] });
    expect(await shown()).toContain('Recordings that are older than a rule may hold its field in clear.');
    const browser = await asAdmin();
    await browser.post(`${PAGE}/personal-data`, { stored: 'all', from: 'settings' });
    await sealed();
    expect(await shown()).toContain('Sealed in 3 stored recordings of 4, just now');
    await api('PUT', '/api/apps/shop/settings', {
      redact: [
        { path: '$.mail', seal: true },
        { header: 'x', seal: true },
      ],
    });
    expect(await shown()).toContain('may hold its field in clear.');
  });

  test('show how far a pass is, that it fails, and what it could not seal', async () => {
    await api('PUT', '/api/apps/shop/settings', { redact: [{ path: '$.mail', seal: true }] });
    const browser = await asAdmin();
    const { headers } = await browser.post(`${PAGE}/personal-data`, { stored: 'all', from: 'settings' });
    expect(headers.get('location')).toBe(`${SETTINGS}?done=sealing-stored`);
    const row = { pk: 'T#default#APP#shop', sk: 'SEALING-PASS' };
    const { now } = stage.clock;
    await stage.table.update(row, { cases: 3, sealed: 2, startedAt: now - 60_000, at: now });
    expect(await shown()).toContain('3 of 4, about 20 seconds left. You may leave this page.');
    await stage.table.update(row, { cases: 1, sealed: 0 });
    expect(await shown()).toContain('1 of 4, about 3 minutes left.');
    await stage.table.update(row, { cases: 3, sealed: 2, faults: 2 });
    const running = await shown();
    expect(running).toContain('Sealing stored recordings 3 of 4. The last 2 attempts failed.');
    expect(running).not.toContain('may hold its field in clear');
    await stage.table.update(row, { dueAt: null, missed: 1, isAtLeast: true });
    expect(await shown()).toMatch(
      /Sealed in at least 2 stored recordings of 3, just now ?\. 1 recording could not be sealed: seal them again\. +Seal stored recordings/,
    );
  });

  test('have no button for a guest, who is refused as an unknown application is', async () => {
    const guest = stage.browser();
    const { text } = await guest.get(SETTINGS);
    expect(plain(text)).toContain(' mail Mail address GET /customers/{id} 3 of 3 In clear');
    expect(text).not.toContain('recordings/personal-data');
    expect((await guest.post(`${PAGE}/personal-data`, SEAL)).status).toBe(403);
    expect((await (await asAdmin()).post('/console/apps/mall/recordings/personal-data', SEAL)).status).toBe(404);
    expect((await api('GET', '/api/apps/shop/settings')).body.redact).toEqual([]);
  });
});
