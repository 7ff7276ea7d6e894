import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${PAGE}?done=sealed`]);
    const { body } = await api('GET', '/api/apps/shop/settings');
    expect(body.redact).toEqual([{ header: 'x-card' }, { path: '$.mail', seal: true }]);
    await api('POST', '/api/recorder/cases', [recordedGet('shop', '/customers/9', { mail: MAIL }, { caseId: 'c9' })]);
    for (const caseId of ['c0', 'c2', 'c9']) expect(await bodyOf(caseId)).toContain('{"sealed":true}');
    const text = plain((await browser.get(`${PAGE}?done=sealed`)).text);
    expect(text).toContain('The field is sealed in new recordings and in those that are stored.');
    expect(text).toContain('3 of 3 Has a rule');
    expect(text).toContain('1 field may hold personal data.');
  });

  test('offers to continue, and continues from a place of the list', async () => {
    const browser = await asAdmin();
    const text = plain((await browser.get(`${PAGE}?after=x`)).text);
    expect(text).toContain('Recordings are being sealed.');
    await api('PUT', '/api/apps/shop/settings', { redact: [{ path: '$.mail', seal: true }] });
    const { nextCursor, items } = (await api('GET', '/api/recorder/apps/shop/cases?limit=3')).body;
    const answer = await browser.post(`${PAGE}/personal-data`, { after: nextCursor });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${PAGE}?done=sealed`]);
    for (const caseId of ['c0', 'c1', 'c2']) {
      const isBefore = items.some((one: { caseId: string }) => one.caseId === caseId);
      expect((await bodyOf(caseId)).includes(MAIL)).toBe(isBefore);
    }
    expect((await browser.post(`${PAGE}/personal-data`, { after: 'x' })).status).toBe(400);
  });

  test('continues with the next part after its own form, and after no other visit', async () => {
    const many = Array.from({ length: 101 }, (_, at) => recordedGet('shop', `/a/${at}`, {}, { caseId: `a${at}` }));
    await api('POST', '/api/recorder/cases', many);
    const browser = await asAdmin();
    // Each look at the clock is later than a form may take.
    let { now } = stage.clock;
    Object.defineProperty(stage.clock, 'now', { get: () => (now += 11_000) });
    const { headers } = await browser.post(`${PAGE}/personal-data`, { in: 'path', field: '$.mail' });
    const location = headers.get('location') ?? '';
    expect(location).toMatch(/\?after=.+&done=sealing$/);
    expect((await (await asAdmin()).get(location)).text).not.toContain('data-continues');
    const { text } = await browser.get(location);
    expect(plain(text)).toContain('Sealing continues while this page is open.');
    expect(text).toContain('data-continues');
    expect((await browser.get(location)).text).not.toContain('data-continues');
    const after = new URL(location, 'http://x').searchParams.get('after') ?? '';
    const last = await browser.post(`${PAGE}/personal-data`, { after });
    expect(last.headers.get('location')).toBe(`${PAGE}?done=sealed`);
    for (const caseId of ['c0', 'c2']) expect(await bodyOf(caseId)).toContain('{"sealed":true}');
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
    expect(headers.get('location')).toBe(`${SETTINGS}?done=sealed`);
    const text = plain((await browser.get(`${SETTINGS}?done=sealed`)).text);
    expect(text).toContain('The field is sealed in new recordings and in those that are stored.');
    expect(text).toContain('3 of 3 Sealed');
    expect(text).toContain('Sealed in 3 stored recordings of 4, just now');
  });

  test('say that older recordings may be in clear, and seal them', async () => {
    await api('PUT', '/api/apps/shop/settings', { redact: [{ path: '$.mail', seal: true }] });
    expect(await shown()).toContain('Recordings that are older than a rule may hold its field in clear.');
    const browser = await asAdmin();
    await browser.post(`${PAGE}/personal-data`, { stored: 'all', from: 'settings' });
    expect(await shown()).toContain('Sealed in 3 stored recordings of 4, just now');
    await api('PUT', '/api/apps/shop/settings', {
      redact: [
        { path: '$.mail', seal: true },
        { header: 'x', seal: true },
      ],
    });
    expect(await shown()).toContain('may hold its field in clear.');
  });

  test('show how far a pass is, and continue it', async () => {
    await api('PUT', '/api/apps/shop/settings', { redact: [{ path: '$.mail', seal: true }] });
    const { nextCursor: next } = (await api('GET', '/api/recorder/apps/shop/cases?limit=3')).body;
    const pass = { rules: [], at: 0, cases: 3, sealed: 2, missed: 0, next };
    await stage.table.put({ pk: 'T#default#APP#shop', sk: 'SEALING', ...pass });
    expect(await shown()).toContain('Sealing stored recordings 3 of 4, 2 sealed.');
    await (await asAdmin()).post(`${PAGE}/personal-data`, { after: next, from: 'settings' });
    expect((await stage.table.get({ pk: 'T#default#APP#shop', sk: 'SEALING' }))?.cases).toBe(4);
    expect(await shown()).toContain('may hold its field in clear.');
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
