import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { validate } from 'dockerfile-utils';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { json, openTarget } from '../support/fakes/recorded-target.ts';
import { freePort } from '../support/free-port.ts';
import { PATIENCE } from '../support/patience.ts';
import { builtRelease } from '../support/release/built-release.ts';
import { type ContainerStore, hasBuildah, openContainerStore } from '../support/release/container-store.ts';
import { emulatesArm64 } from '../support/release/emulation.ts';
import { ADMIN_KEY, completed } from '../support/running-service.ts';

const FILES = ['service.Containerfile', 'cli.Containerfile'] as const;
let release = '';
let store: ContainerStore | null = null;

beforeAll(async () => {
  release = await builtRelease();
  if (!hasBuildah()) return;
  store = openContainerStore();
  for (const file of FILES) {
    store.build(release, file);
    store.build(release, file, 'arm64');
  }
});

afterAll(() => store?.remove());

test.for(FILES)('%s has no fault for its linter', (file) => {
  const faults = validate(readFileSync(join(release, file), 'utf8'));
  expect(faults.map(({ range, message }) => `${range.start.line + 1}: ${message}`)).toEqual([]);
});

describe.skipIf(!hasBuildah())('the container images, where buildah is installed', () => {
  const images = () => {
    if (store === null) throw new Error('no image was built');
    return store;
  };

  test.for([
    ['service', '8090/tcp', '/data'],
    ['cli', '8080/tcp', '/spool'],
  ] as const)(
    '%s runs without root, names its port and its volume, and adds at most 40 MB',
    ([image, port, volume]) => {
      const { config, bytes } = images().inspect(image);
      const { version, license } = JSON.parse(readFileSync('package.json', 'utf8'));
      expect(config).toMatchObject({ User: '1000:1000', ExposedPorts: { [port]: {} }, Volumes: { [volume]: {} } });
      expect(config.Labels).toMatchObject({
        'org.opencontainers.image.title': `replay-regression-${image}`,
        'org.opencontainers.image.version': version,
        'org.opencontainers.image.licenses': license,
      });
      expect(bytes - images().baseBytes).toBeLessThan(40e6);
      expect(config.Env.join()).not.toMatch(/key|token|secret/i);
    },
  );

  test.for(['service', 'cli'])('%s is built for arm64 on another processor, with the same configuration', (image) => {
    const { architecture, config } = images().inspect(`${image}-arm64`);
    expect(architecture).toBe('arm64');
    const { Env, Entrypoint, User, Volumes } = images().inspect(image).config;
    expect(config).toMatchObject({ Env, Entrypoint, User, Volumes });
  });

  test.skipIf(!emulatesArm64())('run for arm64 under emulation, where QEMU is installed', async () => {
    const service = images().container('service-arm64');
    const env = { HOST: '127.0.0.1', PORT: String(await freePort()), SVC_ADMIN_KEY: ADMIN_KEY };
    const [node, entry = ''] = [['/qemu', '/usr/local/bin/node'], entryOf('service-arm64')[0]];
    const serving = images().start(service, [...node, entry], env);
    onTestFinished(() => end(serving));
    await said(serving.stderr, 'listens on');
    const cli = [...node, entryOf('cli-arm64')[0] ?? ''];
    const { code, stdout } = await images().run(images().container('cli-arm64'), [...cli, 'doctor'], {
      SVC_URL: `http://127.0.0.1:${env.PORT}`,
      SVC_TOKEN: ADMIN_KEY,
    });
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^ok {4}service/m) });
    expect(images().written(service)).toEqual(['/data']);
  });

  test('record an application and replay its next build, without writing to their roots', async () => {
    const url = await startService(images());
    const env = { SVC_URL: url, SVC_TOKEN: ADMIN_KEY };
    const recorder = images().container('cli');
    const [shop, next] = await Promise.all([openShop(12), openShop(11)]);
    const port = await freePort();
    const args = ['--app-id', 'shop', '--target', shop.url, '--listen', `127.0.0.1:${port}`, '--spool', '/spool'];
    const recording = images().start(recorder, [...entryOf('cli'), 'record', ...args], env);
    onTestFinished(() => end(recording));
    await said(recording.stderr, 'Ctrl-C ends it.');
    for (const id of [1, 2, 3]) await (await fetch(`http://127.0.0.1:${port}/orders/${id}`)).text();
    await expect.poll(() => listed(url), PATIENCE).toHaveLength(3);

    const cli = images().container('cli');
    const { code, stdout, stderr } = await images().run(
      cli,
      [...entryOf('cli'), 'trigger', '--app-id', 'shop', '--target-env', next.url, '--wait', '--json'],
      env,
    );
    expect(code, stderr).toBe(1);
    const { planId } = JSON.parse(stdout);
    expect((await completed(url, planId)).findings.needsAction).toMatchObject([
      { kind: 'FIELD_VALUE', subjects: ['total'] },
    ]);
    for (const container of [recorder, cli]) expect(images().written(container)).toEqual(['/spool']);
  });

  /** Starts the service in a container until the end of the test, and asks its health check. */
  async function startService(of: ContainerStore): Promise<string> {
    const container = of.container('service');
    const env = { HOST: '127.0.0.1', PORT: String(await freePort()), SVC_ADMIN_KEY: ADMIN_KEY };
    const service = of.start(container, entryOf('service'), env);
    onTestFinished(async () => {
      await end(service);
      expect(of.written(container)).toEqual(['/data']);
    });
    await said(service.stderr, 'listens on');
    const { config } = of.inspect('service');
    const [, ...check] = config.Healthcheck?.Test ?? [];
    expect((await of.run(container, check, env)).code).toBe(0);
    expect((await of.run(container, check, { ...env, PORT: String(await freePort()) })).code).toBe(1);
    return `http://127.0.0.1:${env.PORT}`;
  }

  const entryOf = (image: string) => images().inspect(image).config.Entrypoint;
});

/** An application whose orders cost this much each. */
async function openShop(price: number) {
  const shop = await openTarget(({ url }, response) => {
    const id = Number(url.split('/')[2]);
    json(response, { id, total: price * id });
  });
  onTestFinished(shop.close);
  return shop;
}

async function listed(url: string): Promise<unknown[]> {
  const response = await fetch(`${url}/api/recorder/apps/shop/cases`, { headers: { 'x-api-key': ADMIN_KEY } });
  return ((await response.json()) as { items?: unknown[] }).items ?? [];
}

/** Resolves when a stream has had this text. */
async function said(stream: Readable | null, text: string): Promise<void> {
  let output = '';
  // Destroyed, it would end what writes to it.
  for await (const part of stream?.iterator({ destroyOnReturn: false }) ?? []) {
    output += part;
    if (output.includes(text)) return void stream?.resume();
  }
  throw new Error(`it ended before it said "${text}": ${output}`);
}

/** Ends what runs in a container. */
async function end(running: ChildProcess): Promise<void> {
  running.kill('SIGTERM');
  if (running.exitCode === null && running.signalCode === null) await once(running, 'close');
}
