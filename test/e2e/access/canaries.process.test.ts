import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openFakeModel } from '../../support/fakes/fake-model.ts';
import { type FakeReceivers, openFakeReceivers } from '../../support/fakes/fake-receivers.ts';
import { json, openTarget, recordedGet, type Target } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';
import { call, completed, type RunningService, startProcess, temporaryDataDir } from '../../support/running-service.ts';

/** Planted texts that must not appear anywhere. Each is unique. */
const canaries = (of: string, count: number) => Array.from({ length: count }, (_, n) => `canary-${of}-${n}-90210`);
const PLANTED = {
  /** A part of a channel's address, and its secret. */
  url: canaries('url', 9),
  secret: canaries('secret', 9),
  /** Values of fields, headers and queries, recorded and replayed. */
  recorded: canaries('recorded', 14),
  replayed: canaries('replayed', 14),
  modelKey: canaries('model-key', 1),
};
/** As decimal text. */
const THRESHOLDS = ['0.1928374', '0.2938475', '0.3847561'];
const REPLAYS = 3;
const FIELDS = 14;

const { dataDir, remove } = temporaryDataDir();
let service: RunningService;
let target: Target;
let receivers: FakeReceivers;
let closeModel: () => Promise<void>;
const answers: string[] = [];

const ask = async (method: string, path: string, body?: unknown) => {
  const answer = await call(service.url, method, path, body);
  // The list of requests names each by its recorded URL; credentials in it are masked
  // (masked-credentials.process.test.ts).
  const shown = JSON.stringify([answer.body, [...answer.headers]], (name, value) =>
    name === 'path' ? undefined : value,
  );
  answers.push(shown);
  return answer.body;
};
const fieldsOf = (values: readonly string[]) =>
  Object.fromEntries(values.slice(0, FIELDS - 1).map((value, n) => [`f${n}`, value]));

beforeAll(async () => {
  receivers = await openFakeReceivers();
  const model = await openFakeModel({
    apiKey: PLANTED.modelKey[0] ?? '',
    turns: () => ({ answer: { summary: '原因不明。', clusters: [], codeChanges: [] } }),
  });
  closeModel = model.close;
  target = await openTarget(({ url }, response) => {
    response.setHeader('x-replayed', PLANTED.replayed.at(-1) ?? '');
    if (url.startsWith('/failing')) return json(response, { error: PLANTED.replayed[0] }, 500);
    json(response, fieldsOf(PLANTED.replayed));
  });
  service = await startProcess({
    dataDir,
    port: await freePort(),
    env: {
      SVC_LOG_LEVEL: 'DEBUG',
      SVC_AI_MODEL: 'fake',
      SVC_AI_BASE_URL: model.baseUrl,
      SVC_AI_API_KEY: PLANTED.modelKey[0] ?? '',
    },
  });
});

afterAll(async () => {
  await service.stop();
  await Promise.all([target.close(), receivers.close(), closeModel()]);
  remove();
});

/** The planted texts that were found. */
const foundIn = (text: string, texts: readonly string[]) => texts.filter((planted) => text.includes(planted));
const EVERY_TEXT = [...Object.values(PLANTED).flat(), ...THRESHOLDS.map((threshold) => threshold.slice(2))];

describe('50 planted texts', () => {
  test('pass through channels, test sends, replays, analyses, notifications and refusals', async () => {
    for (const [n, name] of PLANTED.url.entries()) {
      const type = (['alpha_bot', 'beta_bot', 'webhook'] as const)[n % 3];
      // Every third bot or hook of a kind has an unknown address, so that some sends fail.
      const isKnown = n < 6;
      const secret = PLANTED.secret[n] ?? '';
      const known = {
        alpha_bot: () => receivers.alphaBot(name, secret),
        beta_bot: () => receivers.betaBot(name, secret),
        webhook: () => receivers.webhook(name),
      };
      const url = isKnown && type ? known[type]() : `${target.url}/failing/${name}`;
      const { id } = await ask('POST', '/openapi/v1/notification-channels', {
        type,
        url,
        secret,
        name: `channel ${n}`,
      });
      if (n % 4 === 0) await ask('POST', `/openapi/v1/notification-channels/${id}/test`);
    }
    const recorded = ['/a', '/failing/b'].map((path) =>
      recordedGet('shop', `${path}?q=${PLANTED.recorded.at(-1)}`, fieldsOf(PLANTED.recorded), { operation: path }),
    );
    await ask('POST', '/api/recorder/cases', recorded);
    for (const threshold of THRESHOLDS) {
      const { planId } = await ask('POST', '/openapi/v1/replay-triggers', {
        appId: 'shop',
        targetEnv: target.url,
        passThreshold: Number(threshold),
      });
      answers.push(JSON.stringify(await completed(service.url, planId)));
      // The analysis ends, and every channel is notified.
      await expect
        .poll(async () => (await ask('GET', `/openapi/v1/replay-runs/${planId}`)).analysis?.state)
        .not.toBe('RUNNING');
      for (const path of [
        `/openapi/v1/replay-runs/${planId}/diagnosis`,
        `/api/replays/${planId}`,
        `/api/replays/${planId}/cases`,
        `/api/replays/${planId}/changes`,
      ])
        await ask('GET', path);
    }
    for (const path of ['/openapi/v1/notification-channels', '/api/replays', '/api/audit', '/api/apps/shop/settings'])
      await ask('GET', path);
    // Refusals state the fault, but not the sent value.
    await ask('POST', '/openapi/v1/notification-channels', {
      type: 'webhook',
      url: `ftp://${PLANTED.url[0]}`,
      secret: PLANTED.secret[0],
    });
    await ask('POST', '/openapi/v1/notification-channels', {
      type: 'webhook',
      url: `${target.url}/${PLANTED.url[1]}`,
      secret: `${PLANTED.secret[1]}\n`,
    });
    await ask('POST', '/openapi/v1/replay-triggers', {
      appId: 'shop',
      targetEnv: target.url,
      passThreshold: `${THRESHOLDS[0]}`,
    });
    await expect
      .poll(() => receivers.received.filter(({ body }) => body.includes('/report/')).length)
      .toBeGreaterThanOrEqual(REPLAYS * 6);
  });

  test('are 50, and what carries them is really used', () => {
    expect(EVERY_TEXT).toHaveLength(50);
    expect(new Set(receivers.received.map(({ type }) => type)).size).toBe(3);
    expect(target.seen.some(({ url }) => url.includes(PLANTED.recorded.at(-1) ?? '-'))).toBe(true);
  });

  test('are in no answer', () => {
    expect(foundIn(answers.join(), EVERY_TEXT)).toEqual([]);
  });

  test('are in no log line', () => {
    expect(foundIn(service.output(), EVERY_TEXT)).toEqual([]);
  });

  test('are in no event or message, except a secret in the header of its webhook', () => {
    expect(foundIn(receivers.received.map(({ body }) => body).join(), EVERY_TEXT)).toEqual([]);
    for (const { type, headers } of receivers.received) {
      const { 'x-webhook-secret': secret, ...others } = headers;
      expect(foundIn(JSON.stringify(others), EVERY_TEXT)).toEqual([]);
      expect(secret === undefined).toBe(type !== 'webhook');
    }
  });

  test('are in no file of the data directory if they are addresses, secrets, thresholds or keys', () => {
    const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    expect(files.length).toBeGreaterThan(1);
    const sealed = [...PLANTED.url, ...PLANTED.secret, ...PLANTED.modelKey, ...THRESHOLDS.map((text) => text.slice(2))];
    for (const file of files) {
      const bytes = readFileSync(join(file.parentPath, file.name));
      expect(sealed.filter((planted) => bytes.includes(planted))).toEqual([]);
    }
  });
});
