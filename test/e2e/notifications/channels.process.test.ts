import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { call, startProcess, temporaryDataDir } from '../../support/running-service.ts';

const PATH = '/openapi/v1/notification-channels';
const { dataDir, remove } = temporaryDataDir();
afterAll(remove);

/** Every byte that the service has written to disk. */
const onDisk = () =>
  readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .map((file) => join(dataDir, file))
    .filter((file) => statSync(file).isFile())
    .map((file) => ({ file, text: readFileSync(file, 'latin1') }));

const start = async () => startProcess({ dataDir, port: await freePort(), env: { SVC_LOG_LEVEL: 'DEBUG' } });

describe('the channels of a running service (spec 2.7)', () => {
  test('survive a crash, and never have their urls and secrets in clear in files, logs or answers', async () => {
    const canaries: string[] = [];
    const planted = (what: string) => {
      const canary = `canary${canaries.length}-${what}`;
      canaries.push(canary);
      return canary;
    };
    const answers: unknown[] = [];
    const note = async <T extends { body: unknown }>(asked: Promise<T>) => {
      const answer = await asked;
      answers.push(answer.body);
      return answer;
    };

    const first = await start();
    const save = async (body: unknown) => (await note(call(first.url, 'POST', PATH, body))).body;
    const kept = await save({
      type: 'webhook',
      url: `http://10.0.0.5/${planted('path')}/end`,
      secret: planted('secret'),
    });
    await save({ id: kept.id, name: 'releases' });
    const moved = await save({ type: 'alpha_bot', url: `https://10.0.0.6/hook/${planted('uuid')}/end` });
    await save({ id: moved.id, url: `https://10.0.0.6/hook/${planted('other-uuid')}/last` });
    await save({ type: 'beta_bot', url: `http://user:${planted('password')}@10.0.0.7/` });
    await save({ type: 'beta_bot', url: `http://169.254.169.254/${planted('denied')}` });
    await save({ type: 'beta_bot', url: 'http://10.0.0.7/', secret: `${planted('header')}\r\n` });
    await save({ type: planted('type'), url: `http://10.0.0.7/${planted('typed')}` });
    const before = (await note(call(first.url, 'GET', PATH))).body;
    expect(before.channels).toMatchObject([
      { id: kept.id, name: 'releases', urlMasked: 'http://10.0.0.5/***/end', secretConfigured: true },
      { id: moved.id, urlMasked: 'https://10.0.0.6/***last', secretConfigured: false },
    ]);
    const outputs = [first.output()];
    await first.kill();
    const crashed = onDisk();
    expect(crashed.map(({ file }) => file)).toContain(join(dataDir, 'service.sqlite-wal'));

    const second = await start();
    expect((await note(call(second.url, 'GET', PATH))).body).toEqual(before);
    await note(call(second.url, 'DELETE', `${PATH}/${moved.id}`));
    expect((await note(call(second.url, 'GET', PATH))).body.channels).toHaveLength(1);
    expect(await second.stop()).toBe(0);
    outputs.push(second.output());

    const everything = [
      ...crashed,
      ...onDisk(),
      ...[...outputs, JSON.stringify(answers)].map((text) => ({ file: 'said', text })),
    ];
    expect(outputs.join('')).toContain('channel created');
    for (const canary of canaries) {
      const forms = [canary, Buffer.from(canary).toString('base64').slice(0, -4), Buffer.from(canary).toString('hex')];
      expect(
        everything.filter(({ text }) => forms.some((form) => text.includes(form))),
        canary,
      ).toEqual([]);
    }
  });

  test('keep a service with an exposed master key from starting, which says so in one line', async () => {
    const file = join(dataDir, 'shared.key');
    writeFileSync(file, `${Buffer.alloc(32).toString('base64')}\n`);
    chmodSync(file, 0o644);
    const started = startProcess({ dataDir, port: await freePort(), env: { SVC_MASTER_KEY_FILE: file } });
    await expect(started).rejects.toThrow(
      /^the service ended: SVC_MASTER_KEY_FILE is a file that others may use: its mode must be 0600\n$/,
    );
  });
});
