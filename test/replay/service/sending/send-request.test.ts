import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../../functions/applications/domain/application-settings.ts';
import { replaySignature, signingKeyOf } from '../../../../functions/mocks/domain/replay-key.ts';
import type { OutboundOutcome, OutboundRequest } from '../../../../functions/platform/outbound/outbound.ts';
import { wirePath } from '../../../../functions/platform/values/http/wire-path.ts';
import { maySeal } from '../../../../functions/platform/values/sealed-text.ts';
import { sealPayload } from '../../../../functions/recordings/domain/sealed/seal-payload.ts';
import { requestSender } from '../../../../functions/replay/service/sending/send-request.ts';
import { replayPlan } from '../../../support/replay-plan.ts';
import { newId } from '../../../support/test-random.ts';
import { testSealer } from '../../../support/test-sealer.ts';

test('requestSender opens a sealed request for the target only', async () => {
  const sent: OutboundRequest[] = [];
  const use = async <Used>(outgoing: OutboundRequest, used: (outcome: OutboundOutcome) => Promise<Used>) => {
    sent.push(outgoing);
    return used({ kind: 'timeout', durationMs: 1 });
  };
  const send = requestSender(
    replayPlan({ planId: 'p1', createdAt: 0 }),
    DEFAULT_SETTINGS,
    {
      http: { use },
      newId,
      now: () => 0,
      replayKeys: { signing: async () => signingKeyOf({ keyId: '1', key: 'a' }) },
      mocks: { begin: () => Promise.reject(), end: () => Promise.reject() },
    },
    testSealer,
  );
  const { request } = sealPayload(
    {
      request: {
        method: 'POST',
        path: '/a?token=a%2Bb&x=1',
        headers: [
          ['authorization', 'Bearer canary'],
          ['cookie', 'sid=canary%3D; theme=dark'],
          ['content-type', 'application/json'],
        ],
        body: '{"password":"p\\u00e4ss","n":1}',
        bodyEncoding: 'utf8',
      },
      response: null,
      calls: [],
    },
    { redact: [], credentials: 'seal' },
    testSealer,
  );
  expect(JSON.stringify(request)).not.toContain('canary');
  await send(request, '4bf92f3577b34da6a3ce929d0e0e4736', async () => {});
  expect(sent).toMatchObject([
    {
      url: 'http://10.0.0.1:8080/a?token=a%2Bb&x=1',
      headers: expect.arrayContaining([
        ['authorization', 'Bearer canary'],
        ['cookie', 'sid=canary%3D; theme=dark'],
      ]),
      body: Buffer.from('{"password":"p\\u00e4ss","n":1}'),
    },
  ]);
  expect(maySeal(JSON.stringify(sent))).toBe(false);
});

test('requestSender signs a request as it is sent, and does not repeat a recorded signature', async () => {
  const sent: OutboundRequest[] = [];
  const key = signingKeyOf({ keyId: '7', key: Buffer.alloc(32, 1).toString('base64url') });
  const send = requestSender(
    { ...replayPlan({ planId: 'p1', createdAt: 0 }), targetEnv: 'http://10.0.0.1:8080/base', enableMock: false },
    {
      replay: { ...DEFAULT_SETTINGS.replay, headers: { set: { 'X-Replay-Signature': 'set' }, always: [], remove: [] } },
    },
    {
      http: {
        use: async (request, used) => {
          sent.push(request);
          return used({ kind: 'timeout', durationMs: 1 });
        },
      },
      newId: () => '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
      now: () => 1_800_000_000_000,
      replayKeys: { signing: async () => key },
      mocks: { begin: () => Promise.reject(), end: () => Promise.reject() },
    },
    testSealer,
  );
  const recorded = {
    method: 'PUT',
    path: '/a b?ä=1',
    headers: [['X-Replay-Signature', 'v1 1 1 a']] as [string, string][],
  };
  await send({ ...recorded, body: null, bodyEncoding: 'utf8' }, '4bf92f3577b34da6a3ce929d0e0e4736', async () => {});
  const signatures = sent[0]?.headers.filter(([name]) => name.toLowerCase() === 'x-replay-signature');
  const facts = {
    replayId: '0f1e2d3c4b5a69788796a5b4',
    method: 'PUT',
    path: wirePath('http://10.0.0.1:8080/base/a b?ä=1'),
    time: 1_800_000_000_000,
    mock: 'off',
  };
  expect(signatures).toEqual([['x-replay-signature', replaySignature(facts, key)]]);
});
