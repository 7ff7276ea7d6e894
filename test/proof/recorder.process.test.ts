import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { peakResidentMiB } from '../../bench/support/measure/process-use.ts';
import { cliStage } from '../cli/cli-stage.ts';
import { recorderStage } from '../cli/record/recorder-stage.ts';
import { startReplay } from '../cli/replay-process.ts';
import { freePort } from '../support/free-port.ts';
import { ADMIN_KEY } from '../support/running-service.ts';
import { measured } from './measured.ts';
import { pause } from './pause.ts';
import { PROOF_SIZES } from './proof-sizes.ts';

const { awayMs, clients, pauseMs, bodyMiB } = PROOF_SIZES.recorder;
const { staged, cleanUps } = cliStage();
const { listen } = recorderStage();

/** Highest memory of a recorder, whatever passes through it. */
const MAX_RESIDENT_MIB = 400;

async function recorder(env: Record<string, string>, target: string, ...more: string[]) {
  const port = await freePort();
  const args = ['record', '--app-id', 'shop', '--target', target, '--listen', String(port), '--json', ...more];
  const command = startReplay(args, env);
  cleanUps.push(() => command.child.kill('SIGKILL'));
  await command.said('Ctrl-C ends it.');
  return {
    url: `http://127.0.0.1:${port}`,
    pid: command.child.pid ?? 0,
    async end() {
      command.child.kill('SIGINT');
      const { code, stdout, stderr } = await command.ended;
      expect(code, stderr).toBe(0);
      return JSON.parse(stdout);
    },
  };
}

describe('replay record', () => {
  test('stores every answered request once when the service is back', async ({ task }) => {
    const stage = await staged();
    const url = await listen(createServer((_, response) => response.end('ok')));
    const recording = await recorder(stage.env, url);
    const answered: string[] = [];
    let isOver = false;
    const running = Array.from({ length: clients }, async (_, client) => {
      for (let n = 0; !isOver; n++) {
        const traceId = createHash('md5').update(`${client} ${n}`).digest('hex');
        const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
        const answer = await fetch(`${recording.url}/orders/${n}`, { headers });
        if ((await answer.text()) === 'ok') answered.push(traceId);
        await pause(pauseMs);
      }
    });
    await pause(500);
    await stage.kill();
    await pause(awayMs);
    await stage.restart();
    await pause(500);
    isOver = true;
    await Promise.all(running);
    const counts = await recording.end();
    expect(counts).toMatchObject({ recorded: answered.length, dropped: 0, unwritten: 0, rejected: 0, waiting: 0 });
    const stored = await storedTraces(stage.url);
    measured({ task }, 'answered while the service was away and around that', answered.length, 'requests');
    measured({ task }, 'stored', stored.length, 'cases');
    expect(stored.toSorted()).toEqual(answered.toSorted());
  });

  test(`passes a body of ${bodyMiB} MiB in either direction byte for byte, in limited memory`, async ({ task }) => {
    const part = Buffer.alloc(1024 * 1024, 'replay');
    const expected = createHash('sha256');
    for (let sent = 0; sent < bodyMiB; sent++) expected.update(part);
    const digest = expected.digest('hex');
    const url = await listen(
      createServer(async (incoming, outgoing) => {
        outgoing.writeHead(200, { 'x-digest': await digestOf(incoming) });
        for (let sent = 0; sent < bodyMiB; sent++) if (!outgoing.write(part)) await once(outgoing, 'drain');
        outgoing.end();
      }),
    );
    const recording = await recorder({ SVC_URL: 'http://127.0.0.1:9' }, url, '--out', '/dev/null');
    const client = request(recording.url, { method: 'POST', agent: false });
    const response = once(client, 'response');
    for (let sent = 0; sent < bodyMiB; sent++) if (!client.write(part)) await once(client, 'drain');
    client.end();
    const [answer] = (await response) as [IncomingMessage]; // what the event has
    expect([answer.headers['x-digest'], await digestOf(answer)]).toEqual([digest, digest]);
    const peak = peakResidentMiB(recording.pid);
    measured({ task }, 'peak memory of the recorder', peak, 'MiB');
    expect(peak).toBeLessThan(MAX_RESIDENT_MIB);
    expect(await recording.end()).toMatchObject({ recorded: 0, tooLarge: 1 });
  });
});

async function digestOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const hash: Hash = createHash('sha256');
  for await (const part of stream) hash.update(part);
  return hash.digest('hex');
}

/** The traces of all stored cases. */
async function storedTraces(url: string): Promise<string[]> {
  const traces: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer: Response = await fetch(`${url}/api/recorder/apps/shop/cases?limit=200${query}`, {
      headers: { 'x-api-key': ADMIN_KEY },
    });
    // what the endpoint answers, as its OpenAPI document says
    const page = (await answer.json()) as { items: { traceId: string }[]; nextCursor: string | null };
    traces.push(...page.items.map(({ traceId }) => traceId));
    cursor = page.nextCursor;
  }
  return traces;
}
