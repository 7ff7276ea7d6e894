import { writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:http2';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadX509 } from '../../../proxies/certificates/load-x509.ts';
import { KEY_ALGORITHM } from '../../../proxies/certificates/local-ca.ts';
import { cliStage, shop, trigger } from '../../cli/cli-stage.ts';
import { startReplay } from '../../cli/replay-process.ts';
import { replay } from '../../cli/run-replay.ts';
import { json, recordedGet } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';
import { completed } from '../../support/running-service.ts';

const { cleanUps, staged, sharedStage, target } = cliStage();

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

/** A certificate of `localhost` that no authority signed, and its key. */
async function selfSigned(): Promise<{ cert: string; key: string }> {
  const { X509CertificateGenerator, SubjectAlternativeNameExtension } = await loadX509();
  const keys = await crypto.subtle.generateKey(KEY_ALGORITHM, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=localhost',
    keys,
    signingAlgorithm: KEY_ALGORITHM,
    notBefore: new Date(Date.now() - 3_600_000),
    notAfter: new Date(Date.now() + 3_600_000),
    extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }])],
  });
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  return {
    cert: certificate.toString('pem'),
    key: `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----\n`,
  };
}

describe('a mistake of a user', () => {
  test('is named by its cause in options and applications', async () => {
    const { env, folder } = await sharedStage();
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

  test('is named by its cause in a rule that matches nothing', async () => {
    const { env, url } = await sharedStage();
    const run = await replay(trigger(await target(shop(() => 11)), '--json'), env);
    await completed(url, JSON.parse(run.stdout).planId);
    const rule = (path: string) => replay(['rules', 'add', 'shop', '--kind', 'ignore', '--path', path], env);
    expect((await rule('totl')).stderr).toMatch(/^The rule changes nothing in the last run, [0-9a-f]{24}\./);
    expect((await rule('total')).stderr).toBe('');
  });

  test('is named by its cause in a target that is down, not trusted or refuses requests', async () => {
    const { env } = await staged();
    const login = recordedGet('known', '/login', { accessToken: 'issued-once-upon-a-time' });
    const lines = [
      ...['a', 'b'].map((caseId) => recordedGet('one', '/orders', { total: 10 }, { caseId })),
      { ...login, request: { ...login.request, method: 'POST', body: '{"user":"ann","password":"of ann"}' } },
      ...['/me', '/carts', '/orders'].map((path) => {
        const one = recordedGet('known', path, {});
        const headers = [['authorization', 'Bearer issued-once-upon-a-time']];
        return { ...one, request: { ...one.request, headers } };
      }),
    ];
    const stored = await replay(['import', '-'], env, lines.map((line) => JSON.stringify(line)).join('\n'));
    expect(stored.code, stored.stderr).toBe(0);
    const certificate = await selfSigned();
    const secure = createSecureServer(certificate, (_, response) => response.end('{}'));
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
    cleanUps.push(() => secure.close());
    const refusing = await target((_, response) => json(response, { error: 'no' }, 401));
    const reachable = 'next:    Check that the target is up, reachable and configured, then run again.';
    const rows: [app: string, to: string, lines: (string | RegExp)[]][] = [
      [
        'one',
        `http://127.0.0.1:${await freePort()}`,
        ['REVIEW_ONLY: the target was not reached: it refused the connection', reachable],
      ],
      [
        'one',
        `https://localhost:${(secure.address() as AddressInfo).port}`,
        [
          'REVIEW_ONLY: the target was not reached: the TLS handshake failed',
          /^The target did not answer 2 requests of 1 endpoint: its certificate is not trusted: NODE_EXTRA_CA_CERTS /m,
          reachable,
        ],
      ],
      [
        'one',
        refusing,
        [
          'REVIEW_ONLY: the target refused every request with 401',
          'The target refused 2 requests of 1 endpoint: they were recorded without credentials, which the target requires.',
          'next:    Give the run credentials that the target accepts, then run again.',
        ],
      ],
      [
        'known',
        refusing,
        [
          'ENVIRONMENT_FAILURE: the target refused every request with 401',
          /^The target refused 4 requests of 4 endpoints: they are a recorded login that the target refused, or used its /m,
        ],
      ],
    ];
    for (const [app, to, expected] of rows) {
      const { stdout } = await replay(['trigger', app, '--target-env', to, '--wait'], env);
      for (const line of expected)
        if (typeof line === 'string') expect(stdout.split('\n')).toContain(line);
        else expect(stdout).toMatch(line);
      expect(stdout).not.toContain('Mark what is expected');
    }
  });

  test('is named by its cause in a recording: a target that is down, no requests, patterns without a match', async () => {
    const { env } = await sharedStage();
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

  test('is named by its cause for HTTP/2 and gRPC, of clients and of targets', async () => {
    const { env } = await sharedStage();
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
