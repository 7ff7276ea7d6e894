import { randomUUID } from 'node:crypto';
import { type Answer, json, recordedGet } from '../../support/fakes/recorded-target.ts';
import { call, completed, type RunningService } from '../../support/running-service.ts';

export const APP = 'shop';

/** The build that the target runs. The first of two runs has one problem fewer. */
export interface Build {
  second: boolean;
}

const lines = (price: number, ...skus: string[]) => skus.map((sku, index) => ({ sku, quantity: index + 1, price }));

const order = (id: number, price: number, more: object = {}) => ({
  id,
  customer: { name: '李雷 <b>&"quoted"', tier: 'gold', address: { city: 'Köln', zip: '50667' } },
  lines: lines(price, 'A-1', 'B-2', 'C-3', 'D-4'),
  total: price * 10,
  currency: 'EUR',
  ...more,
});

/** Recorded response of each path. */
const RECORDED: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [
      `/orders/${index + 1}`,
      order(index + 1, 10, { requestId: randomUUID() }),
    ]),
  ),
  '/stock': { items: lines(1, 'A-1', 'B-2', 'C-3') },
  '/list': { entries: [1, 2, 3, 4].map((id) => ({ id, name: `entry ${id}` })) },
  '/profile': { name: 'x', level: 3 },
  '/broken': { ok: true },
  ...Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`/same/${'abcdefgh'[index]}`, { index, ok: true }])),
};

/** Responses of the new build: prices, a removed and an added element, a move, a new secret, an error. */
export const targetOf =
  (build: Build): Answer =>
  ({ url }, response) => {
    const recorded = RECORDED[url];
    const id = Number(url.split('/')[2]);
    response.setHeader('x-build', build.second ? 'two' : 'one');
    if (url.startsWith('/orders/')) {
      const price = build.second && id % 2 === 0 ? 11 : 10;
      return json(
        response,
        order(id, price, { requestId: randomUUID(), ...(id === 3 && { note: '<script>alert(1)</script>' }) }),
      );
    }
    if (url === '/stock') return json(response, { items: lines(1, 'A-1', 'C-3', 'E-5') });
    if (url === '/list')
      return json(response, { entries: [4, 1, 2, 3].map((at) => ({ id: at, name: `entry ${at}` })) });
    if (url === '/profile') return json(response, { name: 'x', level: '3', password: 'hunter2' });
    if (url === '/broken') return json(response, { error: 'boom' }, 500);
    return json(response, recorded ?? {}, recorded === undefined ? 404 : 200);
  };

/** Records the traffic and replays it against both builds. The planId of the newer run is last. */
export async function replayedTwice(
  service: RunningService,
  targetEnv: string,
  build: Build,
): Promise<[string, string]> {
  const cases = Object.entries(RECORDED).map(([path, answer]) =>
    recordedGet(APP, path, answer, {
      durationMs: 5 + path.length,
      calls: [
        {
          kind: 'http',
          target: 'inventory',
          operation: 'GET /stock/{sku}',
          durationMs: 3,
          error: null,
          request: { sku: 'A-1' },
          response: { left: 3 },
        },
      ],
    }),
  );
  await call(service.url, 'POST', '/api/recorder/cases', cases);
  const replay = async () => {
    const { body } = await call(service.url, 'POST', '/openapi/v1/replay-triggers', { appId: APP, targetEnv });
    await completed(service.url, body.planId);
    return String(body.planId);
  };
  const first = await replay();
  build.second = true;
  return [first, await replay()];
}
