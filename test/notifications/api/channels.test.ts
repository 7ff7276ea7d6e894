import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openStandaloneWorld } from '../../../bin/standalone/world.ts';
import { deleteChannel } from '../../../functions/notifications/api/delete-channel.ts';
import { listChannels } from '../../../functions/notifications/api/list-channels.ts';
import { saveChannel } from '../../../functions/notifications/api/save-channel.ts';
import { channelServices } from '../../../functions/notifications/composition.ts';
import { routesOf } from '../../../functions/platform/http/api.ts';
import { application } from '../../../functions/platform/http/application.ts';
import { familiesOf } from '../../../functions/platform/http/families.ts';
import { standaloneConfig } from '../../../functions/platform/settings/config.ts';
import { temporaryDataDir } from '../../support/running-service.ts';

const PATH = '/openapi/v1/notification-channels';
const { dataDir, remove } = temporaryDataDir();
const config = standaloneConfig({
  SVC_DATA_DIR: dataDir,
  SVC_LOG_LEVEL: 'SILENT',
  SVC_EGRESS_DENY: '10.9.9.9,denied.test',
});
const clock = { now: Date.parse('2026-11-20T10:00:00.123Z') };
const { world, host, close } = openStandaloneWorld(config, () => clock.now);
const servicesOf = host.servicesOf(channelServices);
const routes = [...routesOf([listChannels, saveChannel], servicesOf), ...routesOf([deleteChannel], servicesOf)];
const app = application({
  families: familiesOf(routes, config),
  world,
  callerOf: async () => null,
});
afterAll(async () => {
  await close();
  remove();
});

async function call(method: string, path: string, body?: unknown) {
  const answer = await app.request(path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}
const save = async (body: unknown) => (await call('POST', PATH, body)).body;
const listed = async () => (await call('GET', PATH)).body.channels;

const NEW = { type: 'webhook', url: 'http://10.0.0.5:9000/hook' };
const DONE = { errorCode: null, errorMessage: null };

beforeEach(async () => {
  for (const { id } of await listed()) await call('DELETE', `${PATH}/${id}`);
});

describe('notification channels (spec 2.7, 4.4)', () => {
  test('are listed with the supported types when there are none', async () => {
    expect(await call('GET', PATH)).toEqual({
      status: 200,
      body: { channels: [], supportedTypes: ['alpha_bot', 'beta_bot', 'webhook'] },
    });
  });

  test('are created with an id, and listed with exactly the members of interface 2.7', async () => {
    const { id, ...rest } = await save({ ...NEW, secret: 's' });
    expect(rest).toEqual(DONE);
    expect(await listed()).toEqual([
      {
        id,
        name: 'webhook',
        type: 'webhook',
        urlMasked: 'http://10.0.0.5:9000/***',
        secretConfigured: true,
        appIds: [],
        onlyOnFailure: false,
        enabled: true,
        createdAt: '2026-11-20T10:00:00.123Z',
        updatedAt: '2026-11-20T10:00:00.123Z',
      },
    ]);
  });

  test('are updated in the sent members only; renaming needs no url or secret', async () => {
    const { id } = await save({ ...NEW, secret: 's', appIds: ['shop'] });
    const [before] = await listed();
    clock.now += 1000;
    expect(await save({ id, name: 'releases', url: null, secret: null, enabled: null })).toEqual({ id, ...DONE });
    expect(await listed()).toEqual([{ ...before, name: 'releases', updatedAt: '2026-11-20T10:00:01.123Z' }]);
    await save({ id, secret: '', enabled: false, onlyOnFailure: true, appIds: [] });
    expect(await listed()).toMatchObject([
      { name: 'releases', secretConfigured: false, enabled: false, onlyOnFailure: true, appIds: [] },
    ]);
    await save({ id, type: 'beta_bot', url: 'https://10.0.0.6/robot/send?access_token=0c5f780b' });
    expect(await listed()).toMatchObject([{ type: 'beta_bot', urlMasked: 'https://10.0.0.6/***780b' }]);
  });

  test('are deleted once', async () => {
    const [{ id }, other] = [await save(NEW), await save(NEW)];
    expect(await call('DELETE', `${PATH}/${id}`)).toEqual({ status: 200, body: DONE });
    expect((await listed()).map((channel: { id: string }) => channel.id)).toEqual([other.id]);
    expect((await call('DELETE', `${PATH}/${id}`)).body).toMatchObject({ errorCode: 'NOT_FOUND' });
    expect(await save({ id, name: 'back' })).toMatchObject({ id: null, errorCode: 'NOT_FOUND' });
  });
});

describe('the errors of channels (spec 7.3)', () => {
  test.for<[string, Record<string, unknown>]>([
    ['MISSING_TYPE', {}],
    ['UNKNOWN_TYPE', { ...NEW, type: 'pager' }],
    ['MISSING_URL', { type: 'webhook' }],
    ['UNSUPPORTED_SCHEME', { ...NEW, url: 'ftp://10.0.0.5/hook' }],
    ['UNSUPPORTED_SCHEME', { ...NEW, url: 'http://planted:canary@10.0.0.5/' }],
    ['NOT_FOUND', { ...NEW, id: 'gone' }],
    ['NOT_FOUND', { ...NEW, id: '' }],
    ['NOT_FOUND', { ...NEW, id: `x${'y'.repeat(5000)}` }],
    ['INVALID_CHANNEL', { ...NEW, id: 7 }],
    ['INVALID_CHANNEL', { ...NEW, name: 7 }],
    ['INVALID_CHANNEL', { ...NEW, secret: 'planted\r\ncanary' }],
    // Addresses denied by the egress policy: an entry, a link-local address in two notations, a port, a host name by an
    // entry.
    ['INVALID_CHANNEL', { ...NEW, url: 'http://10.9.9.9/planted' }],
    ['INVALID_CHANNEL', { ...NEW, url: 'http://169.254.169.254/planted' }],
    ['INVALID_CHANNEL', { ...NEW, url: 'http://[::ffff:a9fe:a9fe]/planted' }],
    ['INVALID_CHANNEL', { ...NEW, url: 'http://10.0.0.5:6379/planted' }],
    ['INVALID_CHANNEL', { ...NEW, url: 'http://denied.test/planted' }],
  ])('have HTTP 200 and change nothing for %s: %o', async ([errorCode, body]) => {
    const answer = await call('POST', PATH, body);
    expect(answer).toEqual({ status: 200, body: { id: null, errorCode, errorMessage: expect.stringMatching(/^\w/) } });
    expect(JSON.stringify(answer)).not.toMatch(/planted|canary/);
    expect(await listed()).toEqual([]);
  });

  test('keep the previous url if the policy denies the new one', async () => {
    const { id } = await save(NEW);
    const before = await listed();
    expect(await save({ id, name: 'n', url: 'http://10.9.9.9/' })).toMatchObject({
      errorCode: 'INVALID_CHANNEL',
      errorMessage: expect.stringMatching(/^url /),
    });
    expect(await save({ id, type: 'beta_bot' })).toMatchObject({ errorCode: 'MISSING_URL' });
    expect(await listed()).toEqual(before);
  });

  test.for(['gone', '%20', '%ED%A0%80', 'x'.repeat(3000), '..%2F..'])(
    'are NOT_FOUND when %s is deleted',
    async (id) => {
      expect((await call('DELETE', `${PATH}/${id}`)).body).toMatchObject({ errorCode: 'NOT_FOUND' });
    },
  );
});
