import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { workInPlace } from '../../../functions/platform/work-in-place.ts';
import type { Work } from '../../../functions/platform/world.ts';
import type { CasePayload } from '../../../functions/recordings/domain/recorded-case.ts';
import { ownPayload } from '../../../functions/recordings/domain/sealed/case-seal.ts';
import { openRequest } from '../../../functions/recordings/domain/sealed/open-request.ts';
import { sealEarlierCases } from '../../../functions/recordings/service/seal-earlier-cases.ts';
import { openRecorder, type Recorder } from '../api/recorder.ts';
import { forgetCodes, storedOf, storeWithoutCode } from '../stored-earlier.ts';

const CASES = 120;
const secretOf = (caseId: string) => `Bearer canary-${caseId}-4711`;
const recorded = (index: number, appId = 'shop') => ({
  appId,
  caseId: `${appId}-${index}`,
  request: { method: 'GET', path: `/a/${index}`, headers: [['authorization', secretOf(`${appId}-${index}`)]] },
  response: { status: 200, headers: [], body: '{}' },
});

let recorder: Recorder;
beforeEach(async () => {
  recorder = openRecorder();
  await recorder.ask('POST', '/api/recorder/cases', [
    ...Array.from({ length: CASES }, (_, index) => recorded(index)),
    recorded(0, 'bank'),
  ]);
  await forgetCodes(recorder);
  recorder.clock.now += 121_000;
});
afterEach(() => recorder.close());

/** Two minutes later, when every process has read the keys again. */
async function sealedEarlier(work: Pick<Work, 'run'> = workInPlace): Promise<boolean> {
  const { recordings, parts } = recorder;
  const isDone = await sealEarlierCases(
    {
      recordings,
      recordingKeys: parts.dataKeys,
      applications: { settings: async () => ({ redact: [], credentials: 'seal' as const }) },
      work,
      log: { info() {}, warn() {} },
      elapsed: () => 0,
    },
    new AbortController().signal,
  );
  recorder.clock.now += 121_000;
  return isDone;
}

/** What a replay of a case sends as its authorization. */
async function sentOf(caseId: string): Promise<string | undefined> {
  const sealer = await recorder.sealer();
  const payload = (await storedOf(recorder, caseId)) as unknown as CasePayload; // the store wrote it
  return openRequest(ownPayload(payload, caseId, sealer).request, sealer).headers[0]?.[1];
}

describe('cases that an earlier version sealed', () => {
  test('get a code, open as before, and no longer open without it', async () => {
    for (const caseId of ['shop-3', 'shop-119', 'bank-0']) await storeWithoutCode(recorder, caseId);
    expect(await sentOf('shop-3')).toBe(secretOf('shop-3'));
    expect(await sealedEarlier()).toBe(true);
    for (const caseId of ['shop-3', 'shop-119', 'bank-0', 'shop-4']) {
      expect((await storedOf(recorder, caseId)).sealedFor).toMatch(/^1\./);
      expect(await sentOf(caseId)).toBe(secretOf(caseId));
    }
    await storeWithoutCode(recorder, 'shop-3');
    expect(await sentOf('shop-3')).toMatch(/^Bearer sealed\.v1\./);
  });

  test('stay readable without a code until the next pass if one cannot be sealed', async () => {
    await storeWithoutCode(recorder, 'shop-3');
    expect(await sealedEarlier({ run: async () => ({ ok: false, code: 'OVER_TIME', message: '' }) })).toBe(false);
    expect(await sentOf('shop-3')).toBe(secretOf('shop-3'));
    expect(await sealedEarlier()).toBe(true);
    expect(await sentOf('shop-3')).toBe(secretOf('shop-3'));
    await storeWithoutCode(recorder, 'shop-3');
    expect(await sentOf('shop-3')).toMatch(/^Bearer sealed\.v1\./);
  });

  test('stay in clear if version 0.1.0 stored them so', async () => {
    const clear = ({ credentialMode: _, ...payload }: Record<string, unknown>) => ({
      ...payload,
      request: {
        ...recorded(5).request,
        headers: [['authorization', 'Bearer clear']],
        body: null,
        bodyEncoding: 'utf8',
      },
    });
    await storeWithoutCode(recorder, 'shop-5', clear);
    expect(await sealedEarlier()).toBe(true);
    expect(await storedOf(recorder, 'shop-5')).not.toHaveProperty('sealedFor');
    expect(await sentOf('shop-5')).toBe('Bearer clear');
  });

  test('are not read by a second pass', async () => {
    expect(await sealedEarlier()).toBe(true);
    const run = () => Promise.reject(new Error('a case was read'));
    expect(await sealedEarlier({ run })).toBe(true);
  });

  test('do not exist for a new tenant, whose keys need codes from the start', async () => {
    const other = openRecorder();
    await other.ask('POST', '/api/recorder/cases', [recorded(0)]);
    expect((await other.sealer()).requiresCodes).toBe(true);
    expect(await other.parts.dataKeys.lacksCodes()).toBe(false);
    await other.close();
  });
});
