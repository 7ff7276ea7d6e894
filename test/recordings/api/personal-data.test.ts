import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { personalDataStore } from '../../../functions/recordings/store/personal/personal-data.ts';
import { storedOf } from '../stored-earlier.ts';
import { openRecorder, type Recorder } from './recorder.ts';

const MAIL = 'ada.lovelace@example.org';
const PATH = '/api/recorder/apps/shop/personal-data';

let recorder: Recorder;
beforeEach(() => {
  recorder = openRecorder();
});
afterEach(() => recorder.close());

const recorded = (index: number, change: object = {}) => ({
  appId: 'shop',
  caseId: `case-${index}`,
  operation: '/customers',
  request: { method: 'GET', path: `/customers/${index}` },
  response: {
    status: 200,
    headers: [['content-type', 'application/json']],
    body: JSON.stringify({ mail: MAIL, n: index }),
  },
  ...change,
});
const record = async (from: number, to: number, change: object = {}) => {
  const cases = Array.from({ length: to - from }, (_, at) => recorded(from + at, change));
  const { body } = await recorder.ask('POST', '/api/recorder/cases', cases);
  expect(body).toMatchObject({ accepted: to - from });
};
const found = async () => ((await recorder.ask('GET', PATH)).body as { items: unknown[] }).items; // the answer of a list
const set = (change: object) => recorder.ask('PUT', '/api/apps/shop/settings', change);
const rows = async () => JSON.stringify((await recorder.parts.table.query({ pk: 'T#default#APP#shop' })).items);
const bodyOf = async (index: number) => JSON.stringify(await storedOf(recorder, `case-${index}`));

const FIELD = { operation: '/customers', method: 'GET', in: 'path', field: '$.mail', kind: 'mail' };
const RULE = { path: '$.mail', seal: true };

describe('personal data in what comes in', () => {
  test('is counted by field and endpoint, without a value', async () => {
    await record(0, 3);
    await record(3, 4, { operation: '/other', response: { status: 200, body: '{"n":1}' } });
    expect(await found()).toEqual([{ ...FIELD, found: 3, checked: 3, isCovered: false, rule: RULE }]);
    expect(await rows()).not.toContain('ada');
    expect(recorder.logged.join()).not.toContain('ada');
  });

  test('is looked for in the first recordings of an endpoint and in samples, and most cases touch no row', async () => {
    await record(0, 30);
    await record(30, 60);
    expect(await found()).toMatchObject([{ found: 5 }]);
    expect(recorder.jobs.filter(({ name }) => name === 'recordings.personal-data')).toHaveLength(5);
  });

  test('is counted on after a restart, in one of 100 recordings', async () => {
    await record(0, 20);
    const { table } = recorder.parts;
    const store = personalDataStore(table, 'default', () => '0000000a'.padEnd(32, '0'));
    const heads = Array.from({ length: 1000 }, () => ({
      head: { appId: 'shop', method: 'GET', operation: '/customers' },
    }));
    expect(await store.sampled(heads)).toHaveLength(10);
    const fresh = Array.from({ length: 1000 }, () => ({ head: { appId: 'shop', method: 'GET', operation: '/new' } }));
    expect(await store.sampled(fresh)).toHaveLength(15);
  });

  test('says that a rule covers it, also one that selects more', async () => {
    await record(0, 1);
    await set({ redact: [{ path: '$..mail' }] });
    expect(await found()).toMatchObject([{ isCovered: true }]);
    await set({ redact: [{ path: '$.n' }, { header: 'mail' }] });
    expect(await found()).toMatchObject([{ isCovered: false }]);
  });

  test('has a rule where it is a parameter of a query', async () => {
    await record(0, 1, { request: { method: 'GET', path: `/customers?mail=${MAIL}` }, response: { status: 204 } });
    expect(await found()).toMatchObject([
      { in: 'parameter', field: 'mail', isCovered: false, rule: { parameter: 'mail', seal: true } },
    ]);
    await set({ redact: [{ parameter: 'mail' }] });
    expect(await found()).toMatchObject([{ isCovered: true }]);
  });

  test('is not reported where a check digit holds by chance', async () => {
    const numbers = [
      '5555555555554444',
      '5555555555554445',
      '5555555555554446',
      '5555555555554447',
      '5555555555554448',
    ];
    for (const [at, number] of numbers.entries())
      await record(at, at + 1, { response: { status: 200, body: JSON.stringify({ number }) } });
    expect(await found()).toEqual([]);
  });

  test('is reported where check digits hold again and again', async () => {
    await record(0, 4, { response: { status: 200, body: '{"number":"5555555555554444"}' } });
    expect(await found()).toMatchObject([{ kind: 'card', field: '$.number', found: 4 }]);
  });

  test('is not looked for with off', async () => {
    await set({ personalData: 'off' });
    await record(0, 3);
    expect(await found()).toEqual([]);
  });

  test('goes with the recordings of the application', async () => {
    await record(0, 3);
    await recorder.recordings.removeApplication('shop');
    expect(await found()).toEqual([]);
  });

  test.for([
    ['a kind of settings', { personalData: 'some' }],
    ['a rule for a parameter without a name', { redact: [{ parameter: '' }] }],
    ['a rule for a parameter with too long a name', { redact: [{ parameter: 'x'.repeat(257) }] }],
    ['a rule for a column without a name', { redact: [{ column: '' }] }],
    ['a rule for a column with too long a name', { redact: [{ column: 'x'.repeat(257) }] }],
  ] as const)('refuses %s', async ([, change]) => {
    expect(await set(change)).toMatchObject({ status: 400, body: { errorCode: 'INVALID_SETTINGS' } });
  });
});

describe('the setting personalData: seal', () => {
  test('seals a parameter of the query and a field of a form, from the first recording on', async () => {
    await set({ personalData: 'seal' });
    const headers = [['content-type', 'application/x-www-form-urlencoded']];
    const request = { method: 'POST', path: `/customers?mail=${MAIL}`, headers, body: `phone=%2B4915123456789` };
    await record(0, 2, { request, response: { status: 204 } });
    for (const index of [0, 1]) {
      expect(await bodyOf(index)).not.toContain('ada.lovelace');
      expect(await bodyOf(index)).not.toContain('4915123456789');
    }
    expect(await found()).toMatchObject([{ isCovered: true }, { isCovered: true }]);
  });

  test('seals a field from the recording on that shows it, and keeps other settings', async () => {
    await set({ personalData: 'seal', replay: { headers: { set: { authorization: 'Bearer kept' } } } });
    await record(0, 3);
    for (const index of [0, 1, 2]) expect(await bodyOf(index)).not.toContain('ada');
    const { body } = await recorder.ask('GET', '/api/apps/shop/settings');
    expect(body).toMatchObject({ redact: [RULE], replay: { headers: { set: { authorization: 'Bearer kept' } } } });
    expect(await found()).toMatchObject([{ ...FIELD, isCovered: true }]);
    await record(3, 4);
    expect(await bodyOf(3)).not.toContain('ada');
    expect(await recorder.sealStored()).toMatchObject({ sealed: 0 });
  });

  test('seals alike what a rule of before would seal', async () => {
    await set({ personalData: 'seal' });
    await record(0, 1);
    await record(1, 2);
    const bodies = (await Promise.all([0, 1].map((index) => storedOf(recorder, `case-${index}`)))).map(
      ({ response }) => JSON.parse(Object(response).body).mail,
    );
    expect(bodies[0]).toMatch(/^sealed\.v1\./);
    expect(bodies[0]).toBe(bodies[1]);
  });
});

test('a recording that cannot be sealed is rejected, and stored when it can be', async () => {
  await set({ personalData: 'seal' });
  recorder.overTime.push('recordings.seal-fields');
  const cases = [recorded(0), recorded(1, { appId: 'other' })];
  const { body } = await recorder.ask('POST', '/api/recorder/cases', cases);
  expect(body).toEqual({
    accepted: 1,
    duplicates: 0,
    rejected: [{ index: 0, reason: expect.stringContaining('could not be sealed') }],
  });
  expect(await recorder.recordings.find('case-0')).toBeUndefined();
  recorder.overTime.pop();
  await record(0, 1);
  expect(await bodyOf(0)).not.toContain('ada');
});

test('a field beyond the maximum of rules is logged, and not said to be sealed', async () => {
  const redact = Array.from({ length: 100 }, (_, at) => ({ path: `$.field${at}` }));
  await set({ personalData: 'seal', redact });
  await record(0, 1);
  expect(recorder.logged.join()).toContain('personal data has no rule that seals it');
  expect(recorder.logged.join()).not.toContain('personal data is sealed from now on');
  expect(await found()).toMatchObject([{ ...FIELD, isCovered: false }]);
});

describe('POST personal-data', () => {
  test('seals stored recordings in the background, once, pinned ones too', async () => {
    await record(0, 250);
    await recorder.ask('POST', '/api/recorder/cases/case-7/pin');
    expect(await recorder.sealStored()).toBeNull();
    await set({ redact: [RULE] });
    expect(await recorder.sealStored()).toMatchObject({ cases: 250, sealed: 250, missed: 0 });
    for (const index of [0, 7, 249]) expect(await bodyOf(index)).not.toContain('ada');
    expect(await recorder.sealStored()).toMatchObject({ cases: 250, sealed: 0 });
    expect(await recorder.ask('GET', '/api/recorder/cases/case-7')).toMatchObject({
      body: { response: { body: expect.stringContaining('"mail":{"sealed":true}') } },
    });
  });

  test('seals recordings whose credentials are kept or removed by the mode of each', async () => {
    await set({ credentials: 'keep' });
    await record(0, 1, { request: { method: 'GET', path: '/a', headers: [['authorization', 'Bearer kept']] } });
    await set({ credentials: 'remove' });
    await record(1, 2);
    await set({ credentials: 'seal', redact: [RULE] });
    expect(await recorder.sealStored()).toMatchObject({ sealed: 2 });
    expect(await bodyOf(0)).toContain('Bearer kept');
    expect(await bodyOf(0)).toMatch(/mail\\+":\\+"sealed\.v1\./);
    expect(await bodyOf(1)).toMatch(/mail\\+":\\+"\[redacted\]/);
  });

  test('says how far it is, and starts no other pass while one is under way with all rules', async () => {
    await record(0, 3);
    expect((await recorder.ask('GET', PATH)).body).toMatchObject({ sealing: null });
    expect(await recorder.ask('POST', PATH)).toMatchObject({ status: 409, body: { errorCode: 'NO_SEAL_RULE' } });
    await set({ redact: [RULE] });
    const started = await recorder.ask('POST', PATH);
    expect(started).toMatchObject({ status: 202, body: { status: 'RUNNING', cases: 0, total: 3, faults: 0 } });
    recorder.clock.now += 1000;
    expect((await recorder.ask('POST', PATH)).body).toEqual(started.body);
    await set({ redact: [RULE, { header: 'x', seal: true }] });
    const again = { startedAt: '2026-11-20T12:00:01.000Z' };
    expect((await recorder.ask('POST', PATH)).body).toMatchObject(again);
    await recorder.sealStored();
    const done = { ...again, status: 'COMPLETED', cases: 3, total: 3, sealed: 3, missed: 0, isAtLeast: false };
    expect((await recorder.ask('GET', PATH)).body).toMatchObject({ sealing: done });
  });

  test('counts a recording that cannot be sealed, and seals the others', async () => {
    await record(0, 2);
    await set({ redact: [RULE] });
    recorder.overTime.push('recordings.seal-fields');
    expect(await recorder.sealStored()).toMatchObject({ cases: 2, sealed: 0, missed: 2 });
    recorder.overTime.length = 0;
    const { replacePayload } = recorder.recordings;
    recorder.recordings.replacePayload = async (caseId, sealed) => {
      if (caseId === 'case-0') throw new Error('secret');
      return replacePayload(caseId, sealed);
    };
    expect(await recorder.sealStored()).toMatchObject({ cases: 2, sealed: 1, missed: 1 });
    expect(recorder.logged.join()).toContain('a case could not be sealed');
    expect(recorder.logged.join()).not.toContain('secret');
  });
});
