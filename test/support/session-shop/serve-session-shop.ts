import { parseArgs } from 'node:util';
import { serve } from '@hono/node-server';
import { sessionShop } from './session-shop.ts';
import { PLANTED_CHANGES } from './shop-build.ts';

/** Serves one build of the shop on a free loopback port, which its first line names. */
const { values } = parseArgs({
  options: {
    planted: { type: 'boolean', default: false },
    'first-id': { type: 'string', default: '1' },
    'token-seconds': { type: 'string', default: '1' },
  },
});
const shop = sessionShop({
  planted: new Set(values.planted ? PLANTED_CHANGES : []),
  firstId: Number(values['first-id']),
  tokenSeconds: Number(values['token-seconds']),
});
serve({ fetch: shop.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.stdout.write(`http://127.0.0.1:${port}\n`);
});
