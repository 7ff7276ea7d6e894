import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buildAgent } from '../../agent/build.ts';
import { type ReplayKey, replaySignature, signingKeyOf } from '../../functions/mocks/domain/replay-key.ts';
import { startApplication } from '../support/agent/start-application.ts';
import { type Figure, figure } from '../support/figure.ts';
import { median } from '../support/measure/quantile.ts';
import { runBench } from '../support/run-bench.ts';
import { startScript } from '../support/start-script.ts';

/** A process that only replays waits for seconds. */
const REQUESTS = { record: 20, both: 20, replay: 6 } as const;
const WARM_UP = 5;
const PATIENCE_MS = 10_000;
const KEY: ReplayKey = { keyId: '1', key: Buffer.alloc(32, 7).toString('base64url') };
const KEYS = /\/replay-keys$/;

/**
 * From when on the service accepts requests and never answers, and the modes. A process that only replays, and has no
 * key, asks the service for the calls of what it cannot take for a replay: they fail.
 */
const SILENT = [
  { name: 'always silent', givesKeys: false, modes: ['record', 'both'] },
  { name: 'silent but for its keys', givesKeys: true, modes: ['record', 'both', 'replay'] },
] as const;

/**
 * `npm run bench:agent-wait`: how long a signed request of a replay takes while the service of its agent accepts
 * connections and never answers, in each mode with its default wait, beyond the same request without an agent.
 */
await runBench('a service that never answers', async (running) => {
  const agent = await buildAgent(join(import.meta.dirname, '../../node_modules/.cache/bench-agent'));
  const inventory = await startScript(running, 'agent/slow-inventory.ts', ['0']);
  const figures: Figure[] = [];
  const quick = await startApplication(running, { inventory, service: inventory, agent });
  await timesOf(quick.url, false, WARM_UP);
  const plain = median(await timesOf(quick.url, false, REQUESTS.record));
  for (const { name, givesKeys, modes } of SILENT) {
    const service = createServer(({ url = '' }, response) => {
      if (givesKeys && KEYS.test(url)) response.end(JSON.stringify({ keys: [KEY] }));
    });
    await once(service.listen(0, '127.0.0.1'), 'listening');
    running.defer(() => {
      service.close();
      service.closeAllConnections();
    });
    const { port } = service.address() as AddressInfo; // it listens on TCP
    for (const mode of modes) {
      const options = { inventory, service: `http://127.0.0.1:${port}`, agent, sample: '0', mode };
      const { url } = await startApplication(running, options);
      await timesOf(url, true, 1);
      const waited = (await timesOf(url, true, REQUESTS[mode])).map((ms) => ms - plain);
      figures.push(
        figure(`${name}, mode ${mode}: wait, median`, median(waited), 'ms'),
        figure(`${name}, mode ${mode}: wait, longest`, Math.max(...waited), mode === 'replay' ? 'ms' : 'ms (goal 50)'),
      );
    }
  }
  return figures;
});

/** How long requests take, one after the other, in ms; all of them are served by calls made for real. */
async function timesOf(url: string, isSigned: boolean, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let made = 0; made < count; made++) {
    const facts = {
      replayId: randomBytes(12).toString('hex'),
      method: 'GET',
      path: `/${made}`,
      time: Date.now(),
      mock: 'on',
    };
    const headers: Record<string, string> = isSigned
      ? {
          'x-replay-id': facts.replayId,
          'x-replay-mock': 'on',
          'x-replay-signature': replaySignature(facts, signingKeyOf(KEY)),
        }
      : {};
    const from = performance.now();
    const answer = await fetch(`${url}${facts.path}`, { headers, signal: AbortSignal.timeout(PATIENCE_MS) });
    const body = await answer.text();
    times.push(performance.now() - from);
    if (answer.status !== 200 || !body.includes('stock')) throw new Error('a request was not served');
  }
  return times;
}
