import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openText } from '../../../functions/recordings/domain/sealed/open-request.ts';
import { sealerOf } from '../../../functions/recordings/domain/sealed/sealer.ts';
import { forgetCodes, storedOf, storeWithoutCode } from '../stored-earlier.ts';
import { openRecorder, type Recorder } from './recorder.ts';

let recorder: Recorder;
beforeEach(() => {
  recorder = openRecorder();
});
afterEach(() => recorder.close());

const TOKEN = 'token-of-ann'.padEnd(40, '0');
const login = (appId: string, index: number, size = 1) => ({
  appId,
  caseId: `${appId}-${index}`,
  recordedAt: new Date(Date.UTC(2026, 10, 20, 10) + index).toISOString(),
  request: { method: 'POST', path: '/login', body: `{"user":"ann","n":${index}}` },
  response: {
    status: 200,
    headers: [['content-type', 'application/json']],
    body: JSON.stringify({ token: TOKEN, more: Array.from({ length: size }, (_, at) => `${at}`.repeat(9)) }),
  },
});
const visit = {
  appId: 'shop',
  caseId: 'later',
  recordedAt: new Date(Date.UTC(2026, 10, 20, 11)).toISOString(),
  request: { method: 'GET', path: '/a', headers: [['authorization', `Bearer ${TOKEN}`]] },
  response: { status: 200, headers: [], body: '{}' },
};

/** Seals page by page, as the command line does. */
async function resealed(): Promise<{ cases: number; resealed: number; pages: number }> {
  const total = { cases: 0, resealed: 0, pages: 0 };
  for (let after: string | null = null; ; ) {
    const { body } = await recorder.ask('POST', '/api/recorder/keys/reseal', { after });
    const page = body as { cases: number; resealed: number; next: string | null }; // the shape of this endpoint's answer
    total.cases += page.cases;
    total.resealed += page.resealed;
    total.pages++;
    if (page.next === null) return total;
    after = page.next;
  }
}

const responseOf = async (caseId: string) => (await recorder.recordings.payloads([caseId]))[0]?.response?.body ?? '';

describe('a new data key', () => {
  test('seals every stored case again, so that the old key is not needed any more', async () => {
    await recorder.ask('POST', '/api/recorder/cases', [
      ...Array.from({ length: 130 }, (_, index) => login('shop', index)),
      login('bank', 0, 60_000),
    ]);
    await recorder.ask('POST', '/api/recorder/cases/bank-0/pin');
    const before = await responseOf('shop-7');
    expect(before).toContain('sealed.v1.');
    const { body } = await recorder.ask('POST', '/api/recorder/keys/rotation');
    expect(body).toEqual({ number: 2, sealsAt: new Date(recorder.clock.now + 120_000).toISOString() });
    expect(await resealed()).toMatchObject({ cases: 131, resealed: 0 });

    recorder.clock.now += 121_000;
    expect(await resealed()).toEqual({ cases: 131, resealed: 131, pages: 3 });
    expect(await resealed()).toMatchObject({ resealed: 0 });
    const { keys } = await recorder.sealer();
    const newest = sealerOf(keys.split(',')[0] ?? '');
    for (const caseId of ['shop-0', 'shop-7', 'shop-129', 'bank-0']) {
      const after = await responseOf(caseId);
      expect(after).not.toContain(TOKEN);
      expect(openText(after, newest), caseId).toContain(TOKEN);
    }
    expect(await responseOf('shop-7')).not.toBe(before);
  });

  test('gives cases of earlier versions their codes, without which they no longer open', async () => {
    await recorder.ask('POST', '/api/recorder/cases', [login('shop', 0), login('shop', 1)]);
    await forgetCodes(recorder);
    await storeWithoutCode(recorder, 'shop-1');
    recorder.clock.now += 121_000;
    expect((await recorder.sealer()).requiresCodes).toBe(false);
    expect(await resealed()).toEqual({ cases: 2, resealed: 1, pages: 1 });
    expect((await recorder.sealer()).requiresCodes).toBe(true);
    expect((await storedOf(recorder, 'shop-1')).sealedFor).toMatch(/^1\./);
  });

  test('keeps the sessions of later cases', async () => {
    await recorder.ask('POST', '/api/recorder/cases', [login('shop', 0)]);
    await recorder.ask('POST', '/api/recorder/keys/rotation');
    recorder.clock.now += 121_000;
    expect(await resealed()).toMatchObject({ resealed: 1 });
    await recorder.ask('POST', '/api/recorder/cases', [visit]);
    const [first, later] = await Promise.all(['shop-0', 'later'].map((caseId) => recorder.recordings.find(caseId)));
    expect(later?.session).toBe(first?.session);
    expect(later?.credentials?.sent).toEqual(first?.credentials?.issued);
  });

  test('is refused to reseal from an invalid place', async () => {
    for (const after of ['x', Buffer.from('{"appId":"shop","cursor":"x"}').toString('base64url')]) {
      await recorder.ask('POST', '/api/recorder/cases', [login('shop', 0)]);
      expect(await recorder.ask('POST', '/api/recorder/keys/reseal', { after })).toMatchObject({
        status: 400,
        body: { errorCode: 'INVALID_AFTER' },
      });
    }
  });
});
