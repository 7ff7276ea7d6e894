import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { cliStage } from '../../cli/cli-stage.ts';
import { type RunningCommand, startReplay } from '../../cli/replay-process.ts';
import { replay } from '../../cli/run-replay.ts';
import { json, openTarget } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';

const { staged, target, cleanUps } = cliStage();

/** Calls a URL, by a proxy if there is one. */
async function called(url: string, headers: Record<string, string>, proxy: string | null): Promise<unknown> {
  const client = request(proxy ?? url, { agent: false, headers, ...(proxy !== null && { path: url }) }).end();
  return new Promise((resolve, reject) => {
    client.once('error', reject);
    client.once('response', async (answer) =>
      answer.statusCode === 200 ? resolve(JSON.parse(await text(answer))) : reject(new Error(await text(answer))),
    );
  });
}

describe('replay mock', () => {
  test('answers recorded calls by name, as forward proxy and without headers, while the services are down', async () => {
    const stage = await staged();
    let stock = 0;
    const inventory = await openTarget((_, response) => json(response, { left: ++stock }));
    cleanUps.push(inventory.close);
    const [listen, downstream, proxy] = [await freePort(), await freePort(), await freePort()];
    const application = await target(({ url, headers }, response) => {
      const passed: Record<string, string> = url.startsWith('/plain')
        ? {}
        : { traceparent: String(headers.traceparent) };
      const byProxy = url.startsWith('/proxy');
      const base = byProxy ? inventory.url : `http://127.0.0.1:${downstream}/inventory`;
      called(`${base}/stock${url}`, passed, byProxy ? `http://127.0.0.1:${proxy}` : null).then(
        (answer) => json(response, answer),
        () => json(response, {}, 500),
      );
    });
    const shared = [
      ...['--app-id', 'shop', '--downstream', `inventory=${inventory.url}`, '--proxy-port', String(proxy)],
      ...['--downstream-listen', `127.0.0.1:${downstream}`, '--ca', join(stage.folder, 'none'), '--json'],
    ];
    const start = async (...args: string[]): Promise<RunningCommand> => {
      const command = startReplay([...args, ...shared], stage.env);
      cleanUps.push(() => command.child.kill('SIGKILL'));
      await command.said('Ctrl-C ends it.');
      return command;
    };
    const ended = async ({ child, ended: end }: RunningCommand) => {
      child.kill('SIGINT');
      const { code, stdout, stderr } = await end;
      expect(code, stderr).toBe(0);
      return JSON.parse(stdout);
    };

    const recording = await start('record', '--target', application, '--listen', String(listen));
    const paths = ['/named/1', '/named/2', '/proxy/1', '/plain/1', '/plain/2'];
    for (const path of paths) expect((await fetch(`http://127.0.0.1:${listen}${path}`)).status).toBe(200);
    expect(await ended(recording)).toMatchObject({ recorded: 5, stored: 5, strayCalls: 0 });
    expect(stock).toBe(5);

    await inventory.close();
    await fetch(`${stage.url}/api/apps/shop/settings`, {
      method: 'PUT',
      headers: { 'x-api-key': stage.env.SVC_TOKEN ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ mocks: { correlation: 'single' }, replay: { concurrency: 1 } }),
    });
    const mock = await start('mock');
    const run = await replay(
      ['trigger', '--app-id', 'shop', '--target-env', application, '--wait', '--json'],
      stage.env,
    );
    expect(JSON.parse(run.stdout), run.stderr).toMatchObject({ totalCases: 5, failedCases: 0 });
    expect(await ended(mock)).toEqual({ answered: 5, passedThrough: 0, defaults: 0, missed: 0, refused: 0 });
  });

  test('makes no real call without a replayed request, except GET and HEAD if the option allows it', async () => {
    const stage = await staged();
    const made: string[] = [];
    const inventory = await openTarget(({ method, url }, response) => {
      made.push(`${method} ${url}`);
      json(response, {});
    });
    cleanUps.push(inventory.close);
    async function statuses(...options: string[]): Promise<(number | undefined)[]> {
      const port = await freePort();
      const args = ['--app-id', 'shop', '--downstream', `inventory=${inventory.url}`];
      const mock = startReplay(['mock', ...args, '--downstream-listen', `127.0.0.1:${port}`, ...options], stage.env);
      cleanUps.push(() => mock.child.kill('SIGKILL'));
      await mock.said('Ctrl-C ends it.');
      const found: (number | undefined)[] = [];
      for (const method of ['GET', 'HEAD', 'POST'])
        found.push((await fetch(`http://127.0.0.1:${port}/inventory/stock`, { method })).status);
      mock.child.kill('SIGINT');
      await mock.ended;
      return found;
    }
    expect([await statuses(), made]).toEqual([[502, 502, 502], []]);
    expect(await statuses('--startup-passthrough')).toEqual([200, 200, 502]);
    expect(made).toEqual(['GET /stock', 'HEAD /stock']);
  });
});
