import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { leafCertificates } from '../../../proxies/certificates/leaf-certificates.ts';
import { caCertificatePath, createCa } from '../../../proxies/certificates/local-ca.ts';
import { cliStage } from '../../cli/cli-stage.ts';
import { recorderStage } from '../../cli/record/recorder-stage.ts';
import { startReplay } from '../../cli/replay-process.ts';
import { replay } from '../../cli/run-replay.ts';
import { json } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';

import { casesOf } from './record-stage.ts';

const { staged, target, cleanUps } = cliStage();
const { listen } = recorderStage();
const run = promisify(execFile);

const NODE_CLIENT = 'fetch(process.argv[1]).then((answer) => answer.text()).then((text) => console.log(text))';
const PYTHON_CLIENT = 'import sys, urllib.request; print(urllib.request.urlopen(sys.argv[1]).read().decode())';
const PYTHON = '/usr/bin/python3';

describe('replay record --proxy-port', () => {
  test('records https of Node.js and Python with the certificate of `replay ca create`, by environment alone', async () => {
    const stage = await staged();
    const ca = join(stage.folder, 'ca');
    const created = await replay(['ca', 'create', '--host', 'localhost', '--ca', ca, '--json'], stage.env);
    expect(JSON.parse(created.stdout).certificate).toBe(join(ca, 'ca.pem'));
    expect((await replay(['ca', 'create', '--host', 'localhost', '--ca', ca, '--json'], stage.env)).code).toBe(2);
    expect((await replay(['ca', 'path', '--ca', ca], stage.env)).stdout.trim()).toBe(join(ca, 'ca.pem'));
    expect((await replay(['ca', 'explain', '--ca', ca], stage.env)).stdout).toContain('NODE_EXTRA_CA_CERTS=');

    const outside = join(stage.folder, 'outside');
    const certificates = await leafCertificates(await createCa(outside, Date.now(), ['localhost']), Date.now);
    const inventory = createServer(
      { SNICallback: (name, found) => void certificates.contextOf(name).then((context) => found(null, context)) },
      ({ url }, response) => json(response, { url, left: 4 }),
    );
    const { port } = new URL(await listen(inventory));
    const proxyPort = await freePort();
    const clients: Readonly<Record<string, readonly [string, string[], Record<string, string>]>> = {
      '/node': [
        process.execPath,
        ['-e', NODE_CLIENT],
        { NODE_USE_ENV_PROXY: '1', NODE_EXTRA_CA_CERTS: join(ca, 'ca.pem') },
      ],
      ...(existsSync(PYTHON) && { '/python': [PYTHON, ['-c', PYTHON_CLIENT], { SSL_CERT_FILE: join(ca, 'ca.pem') }] }),
    };
    const application = await target(async ({ url }, response) => {
      const [command = '', args = [], env = {}] = clients[url] ?? [];
      const proxies = { HTTPS_PROXY: `http://127.0.0.1:${proxyPort}`, https_proxy: `http://127.0.0.1:${proxyPort}` };
      run(command, [...args, `https://localhost:${port}/stock${url}/7`], { env: { ...env, ...proxies } }).then(
        ({ stdout: output }) => response.end(output),
        () => response.writeHead(500).end(),
      );
    });
    const listenPort = await freePort();
    const command = startReplay(
      [
        ...['record', '--app-id', 'shop', '--target', application, '--listen', String(listenPort), '--json'],
        ...['--proxy-port', String(proxyPort), '--ca', ca, '--allow-destination', `localhost:${port}`],
      ],
      { ...stage.env, NODE_EXTRA_CA_CERTS: caCertificatePath(outside) },
    );
    cleanUps.push(() => command.child.kill('SIGKILL'));
    await command.said('Ctrl-C ends it.');
    for (const path of Object.keys(clients)) {
      const answer = await fetch(`http://127.0.0.1:${listenPort}${path}`);
      expect([answer.status, JSON.parse(await answer.text())]).toEqual([200, { url: `/stock${path}/7`, left: 4 }]);
    }
    command.child.kill('SIGINT');
    const { stdout, stderr } = await command.ended;
    expect(JSON.parse(stdout), stderr).toMatchObject({ recorded: Object.keys(clients).length, strayCalls: 0 });
    const calls = (await casesOf(stage.env)).flatMap((one) => one.calls);
    expect(calls.map(({ target: called, operation, response }) => [called, operation, response.status]).sort()).toEqual(
      Object.keys(clients).map((path) => [`localhost:${port}`, `GET /stock${path}/{id}`, 200]),
    );
  });
});
