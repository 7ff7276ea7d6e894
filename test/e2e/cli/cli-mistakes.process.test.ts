import { writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:http2';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cliStage, imported, shop, trigger } from '../../cli/cli-stage.ts';
import { replay, startReplay } from '../../cli/replay-process.ts';
import { completed, freePort } from '../../support/running-service.ts';

const { cleanUps, staged, target } = cliStage();

/** A recorder in front of a target. */
async function recorder(env: Record<string, string>, to: string, ...more: string[]) {
  const listen = `127.0.0.1:${await freePort()}`;
  const command = startReplay(['record', '--app-id', 'shop', '--target', to, '--listen', listen, ...more], env);
  await command.said('Ctrl-C ends it');
  return {
    url: `http://${listen}`,
    async stop() {
      command.child.kill('SIGINT');
      return command.ended;
    },
  };
}

describe('a mistake is named by its cause', () => {
  test('of options and applications', async () => {
    const { env, folder } = await staged();
    await imported(env);
    writeFileSync(
      join(folder, 'empty.har'),
      '{"log":{"version":"1.2","creator":{"name":"a","version":"1"},"entries":[]}}',
    );
    writeFileSync(join(folder, 'empty.ndjson'), '');
    const away = 'http://127.0.0.1:9';
    const unknown = 'replay: no application shpo; there is shop\n';
    const rows: [string[], number, string][] = [
      [['trigger', '--ap-id', 'shop'], 64, "error: unknown option '--ap-id'\n(Did you mean --app-id?)"],
      [
        ['record', '--app-id', 'shop', '--traget', away],
        64,
        "error: unknown option '--traget'\n(Did you mean --target?)",
      ],
      [['trigger', '--target-env', away], 64, "error: required option '--app-id <id>' not specified"],
      [['rules', 'list', '--app-id'], 64, "error: option '--app-id <id>' argument missing"],
      [['rules', 'remove', '--app-id', 'shop'], 64, "error: missing required argument 'ruleId'"],
      [['trigger', 'shpo', '--target-env', away], 2, unknown],
      [['trigger', '--app-id', 'shpo', '--target-env', away], 2, unknown],
      [['cases', 'list', 'shpo'], 2, unknown],
      [['cases', 'operations', '--app-id', 'shpo'], 2, unknown],
      [['rules', 'list', 'shpo'], 2, unknown],
      [['targets', 'list', 'shpo'], 2, unknown],
      [['runs', 'list', 'shpo'], 2, unknown],
      [['export', 'shpo', '--format', 'har', '--out', '-'], 2, unknown],
      [['settings', 'get', 'shpo'], 0, 'no application shpo; there is shop\n'],
      [['import', join(folder, 'empty.har'), '--app-id', 'shop'], 2, 'empty.har contains no exchange\n'],
      [['import', join(folder, 'empty.ndjson')], 2, 'empty.ndjson contains no case\n'],
      [['--url', env.SVC_URL?.replace('http:', 'https:') ?? '', 'cases', 'apps'], 69, 'it does not speak TLS'],
    ];
    for (const [args, code, message] of rows) {
      const ended = await replay(args, env);
      expect(ended.stderr, args.join(' ')).toContain(message);
      expect(ended.code, args.join(' ')).toBe(code);
    }
  });

  test('a rule that matches nothing', async () => {
    const { env, url } = await staged();
    await imported(env);
    const run = await replay(trigger(await target(shop(() => 11)), '--json'), env);
    await completed(url, JSON.parse(run.stdout).planId);
    const rule = (path: string) => replay(['rules', 'add', 'shop', '--kind', 'ignore', '--path', path], env);
    expect((await rule('totl')).stderr).toMatch(/^The rule changes nothing in the last run, [0-9a-f]{24}\./);
    expect((await rule('total')).stderr).toBe('');
  });

  test('of a recording: a target that is down, nothing recorded, patterns without a match', async () => {
    const { env } = await staged();
    const down = `http://127.0.0.1:${await freePort()}`;
    const idle = await recorder(env, down);
    expect(await (await fetch(idle.url)).text()).toBe('replay: the target was not reached: connection refused\n');
    const ended = await idle.stop();
    expect(ended.stderr).toContain(`the target ${new URL(down).host} is not reached: connection refused;`);
    expect(ended.stderr).toContain('Nothing was recorded: the target did not answer.\n');

    const recording = await recorder(env, await target(shop(() => 10)), '--exclude', '/none*');
    await fetch(`${recording.url}/orders/1`);
    const done = await recording.stop();
    expect(done.stderr).toContain('no request matched --exclude /none*\n');
    expect(done.stderr).not.toMatch(/not reached|Nothing was recorded/);

    const unused = await recorder(env, await target(shop(() => 10)));
    expect((await unused.stop()).stderr).toContain(`Nothing was recorded: no request came to ${unused.url}.\n`);
  });

  test('HTTP/2 and gRPC, of clients and of targets', async () => {
    const { env } = await staged();
    const server = createServer((_, response) => response.end('of HTTP/2'));
    const port = await freePort();
    server.listen(port, '127.0.0.1');
    cleanUps.push(() => server.close());
    const at = `http://127.0.0.1:${port}`;
    const recording = await recorder(env, at);
    expect(await (await fetch(recording.url)).text()).toContain('it speaks HTTP/2 only, as gRPC does');
    const client = connect(recording.url);
    client.on('error', () => {});
    const request = client.request({ ':path': '/', 'content-type': 'application/grpc' });
    await new Promise((resolve) => request.once('error', resolve).once('close', resolve));
    client.destroy();
    expect((await recording.stop()).stdout).toContain('1 refused, as HTTP/2 and gRPC are not recorded');
    const { stdout } = await replay(['doctor', '--target-env', at], env);
    expect(stdout).toContain('it speaks HTTP/2 only, as gRPC does');
  });
});
