import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../functions/applications/domain/application-settings.ts';
import { pageStage } from '../../platform/pages-shell/page-stage.ts';

const PATH = '/console/apps/mall/settings';
const API = '/api/apps/mall/settings';
const REPLAY = { concurrency: '10', timeoutSeconds: '30', order: 'auto', keepSessions: 'on', aliasValues: 'on' };
let stage: ReturnType<typeof pageStage>;
let ann: ReturnType<ReturnType<typeof pageStage>['browser']>;

beforeEach(async () => {
  stage = pageStage();
  await stage.table.put({ pk: 'T#default#APPS', sk: 'mall' });
  await stage.table.put({ pk: 'T#default#APP#mall', sk: 'SETTINGS', version: 1, settings: DEFAULT_SETTINGS });
  ann = stage.browser();
  await ann.logIn('ann@shop.test');
});
afterEach(() => stage.close());

const notesOf = async () => (await stage.table.get({ pk: 'T#default#APP#mall', sk: 'SETTINGS' }))?.notes;
const put = (body: object) => stage.call('PUT', API, body, stage.asAdmin);

describe('the reason of a change', () => {
  test('is shown beside what changed, also to readers, until the next change', async () => {
    expect((await ann.post(`${PATH}/replay`, { ...REPLAY, maxQps: '50', reason: 'staging is small' })).status).toBe(
      303,
    );
    const line = /Changed, default 200\. By ann@shop\.test, <time[^>]*>just now<\/time>, “staging is small”\./;
    expect((await ann.get(`${PATH}/replay`)).text).toMatch(line);
    const guest = stage.browser();
    expect((await guest.get(`${PATH}/replay`)).text).toMatch(line);
    expect((await guest.get(PATH)).text).toMatch(
      /<th scope="row">Max requests per second<\/th>.*?just now<\/time>, by ann@shop\.test, “staging is small”</s,
    );
    await ann.post(`${PATH}/replay`, { ...REPLAY, maxQps: '40' });
    expect((await ann.get(`${PATH}/replay`)).text).not.toContain('staging is small');
  });

  test('is stored with the settings that changed only', async () => {
    await put({ replay: { maxQps: 50, concurrency: 10 }, reason: 'staging is small' });
    await put({ replay: { maxQps: 50, concurrency: 4 }, reason: '' });
    const by = { at: expect.any(String), by: expect.any(String) };
    expect(await notesOf()).toEqual({ maxQps: { ...by, reason: 'staging is small' }, concurrency: by });
  });

  test('is in no response, so that the settings of a response can be sent back', async () => {
    const changed = await put({ replay: { maxQps: 50 }, reason: 'staging is small' });
    const read = await stage.call('GET', API, undefined, stage.asAdmin);
    expect(changed.body).toEqual(read.body);
    expect(JSON.stringify(read.body)).not.toContain('staging');
    expect((await put(read.body)).body).toEqual(read.body);
    expect(await notesOf()).toMatchObject({ maxQps: { reason: 'staging is small' } });
  });

  test('is not in the audit log', async () => {
    await put({ replay: { maxQps: 50 }, reason: 'staging is small' });
    const { body } = await stage.call('GET', '/api/audit', undefined, stage.asAdmin);
    expect(body.items[0]).toMatchObject({ action: 'settings.changed', subject: { appId: 'mall' } });
    expect(JSON.stringify(body)).not.toContain('staging');
  });

  test('is stored with masks for the credentials that it names', async () => {
    await put({ replay: { maxQps: 50 }, reason: 'with password=planted-secret since May' });
    expect(await notesOf()).toMatchObject({ maxQps: { reason: 'with password=*** since May' } });
  });

  test.for([
    ['/replay', { ...REPLAY, maxQps: '50' }],
    ['/retention', { caseHours: '24', planDays: '30' }],
    ['/endpoints', { do: 'add', pattern: '/users/{name}' }],
    ['/mocks', { service: 'carriers', serviceMiss: 'passThrough' }],
  ] as const)('of more than 200 characters is refused in its field on %s', async ([section, form]) => {
    const reason = 'x'.repeat(201);
    const refused = await ann.post(`${PATH}${section}`, { ...form, reason });
    expect(refused.status).toBe(422);
    expect(refused.text).toMatch(/-?reason-error">Reason must be a text of at most 200 characters\.</i);
    expect(refused.text).toContain(`value="${reason}"`);
    expect(await notesOf()).toBeUndefined();
    const kept = await ann.post(`${PATH}${section}`, { ...form, reason: reason.slice(1) });
    expect(kept.status).toBe(303);
    expect(Object.values((await notesOf()) ?? {})).toContainEqual(expect.objectContaining({ reason: reason.slice(1) }));
  });

  test('of main endpoints is shown in the list of changes, and refused by its name', async () => {
    const form = { operationNaming: 'path', sampleRate: '60', mainOperations: 'GET /cart' };
    await ann.post(PATH, { ...form, automaticAnalysis: 'on', reason: 'the shop needs it' });
    expect((await ann.get(PATH)).text).toMatch(/Main endpoints<\/th>.*?by ann@shop\.test, “the shop needs it”</s);
    const body = { appId: 'mall', mainOperations: [], reason: 'x'.repeat(201) };
    const refused = await stage.call('POST', '/api/config/schedule/modify/UPDATE', body, stage.asAdmin);
    expect([refused.status, refused.body.responseStatusType.responseDesc]).toEqual([
      400,
      'reason is missing or invalid',
    ]);
    expect((await ann.get(PATH)).text).toContain('GET /cart');
  });
});
