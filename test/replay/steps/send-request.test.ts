import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../functions/applications/domain/application-settings.ts';
import type { OutboundOutcome, OutboundRequest } from '../../../functions/platform/outbound/outbound.ts';
import { maySeal } from '../../../functions/platform/values/sealed-text.ts';
import { sealPayload } from '../../../functions/recordings/domain/sealed/seal-payload.ts';
import { requestSender } from '../../../functions/replay/steps/send-request.ts';
import { replayPlan } from '../../support/replay-plan.ts';
import { newId } from '../../support/test-random.ts';
import { testSealer } from '../../support/test-sealer.ts';

test('a sealed request is opened for the target only', async () => {
  const sent: OutboundRequest[] = [];
  const use = async <Used>(request: OutboundRequest, used: (outcome: OutboundOutcome) => Promise<Used>) => {
    sent.push(request);
    return used({ kind: 'timeout', durationMs: 1 });
  };
  const send = requestSender(
    replayPlan({ planId: 'p1', createdAt: 0 }),
    DEFAULT_SETTINGS,
    {
      http: { use, send: () => Promise.reject(), post: () => Promise.reject() },
      newId,
      now: () => 0,
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
