import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CAPABILITIES } from '../../../functions/composition/capabilities.ts';
import { measured } from '../measured.ts';
import { credentialStage } from './credential-stage.ts';
import { CHANNELS, LOGIN, MADE, OWN, RECORDED, REPLAYED, SETTINGS } from './planted-credentials.ts';
import { storedBytes } from './stored-bytes.ts';

/** Everything that a GET answers: endpoints, pages, and exports of both. */
const PATHS = [
  ...new Set([
    ...CAPABILITIES.flatMap(({ endpoints, pages }) => [...endpoints, ...pages])
      .filter((one) => one.method === 'GET' && !one.path.startsWith('/api/v1/eval/hosts'))
      .map(({ path }) => path),
    '/openapi.json',
  ]),
];
const RECORDINGS = [...Object.values(RECORDED), ...Object.values(REPLAYED)];
const SEALED = [...Object.values(SETTINGS), ...Object.values(LOGIN), ...Object.values(CHANNELS), ...Object.values(OWN)];

let stage: Awaited<ReturnType<typeof credentialStage>>;
beforeAll(async () => {
  stage = await credentialStage();
}, 120_000);
afterAll(() => stage.close());

const everything = () => [...RECORDINGS, ...SEALED, ...stage.made];
const foundIn = (text: string, texts: readonly string[]) =>
  texts.filter((planted) => text.includes(planted) || text.includes(encodeURIComponent(planted)));

test('60 credentials are planted and used', (context) => {
  measured(context, 'credentials planted', everything().length);
  expect(stage.made).toHaveLength(MADE);
  expect(new Set(everything()).size).toBeGreaterThanOrEqual(60);
  expect(JSON.stringify(stage.target.seen.map(({ rawHeaders }) => rawHeaders))).toContain(SETTINGS['x-api-key']);
  expect(stage.target.seen.map(({ url, body }) => url + body.toString()).join()).toMatch(
    new RegExp(`${LOGIN.query}.*${LOGIN.password}`),
  );
  expect(stage.model.asked.length).toBeGreaterThan(0);
});

describe.for(['guest', 'viewer'] as const)('a %s', (reader) => {
  test('finds no credential in any answer to GET', { timeout: 120_000 }, async (context) => {
    const { service, ids, readers } = stage;
    const found: string[] = [];
    let answered = 0;
    const items = ['0', '1', '2', '3'];
    const caseIds = ['case-json', 'case-form', 'case-named', 'case-xml'];
    const filled = PATHS.flatMap((path) =>
      items.map((item, index) =>
        path.replace(/\{(\w+)\}/g, (_, part: string) => {
          const value = { ...ids, item, planItemId: `${ids.planId}:${item}`, caseId: caseIds[index] }[part];
          return encodeURIComponent(value ?? (part === 'id' ? (ids.channelId ?? '') : 'unknown'));
        }),
      ),
    );
    for (const path of new Set([...filled, '/api/recorder/apps/shop/cases?limit=200'])) {
      const answer = await fetch(`${service.url}${path}`, { headers: readers[reader], redirect: 'manual' });
      const text = await answer.text();
      if (answer.ok) answered++;
      const planted = foundIn(text + JSON.stringify([...answer.headers]), everything());
      if (planted.length > 0) found.push(`${path}: ${planted.join()}`);
    }
    measured(context, `answers to a ${reader}`, answered);
    measured(context, `answers to a ${reader} with a credential`, found.length);
    expect(answered).toBeGreaterThan(30);
    expect(found).toEqual([]);
  });
});

test('the log has no credential', () => {
  expect(stage.service.output().split('\n').length).toBeGreaterThan(10);
  expect(foundIn(stage.service.output(), everything())).toEqual([]);
});

test('no prompt for the language model has a credential', () => {
  expect(foundIn(JSON.stringify(stage.model.asked), everything())).toEqual([]);
});

test('no notification has a credential, except the secret of a webhook in its header', () => {
  for (const { headers, body } of stage.receivers.received) {
    const { 'x-webhook-secret': _, ...others } = headers;
    expect(foundIn(body + JSON.stringify(others), everything())).toEqual([]);
  }
});

test('no file of the data directory has a credential, decompressed or not', () => {
  const found = storedBytes(stage.dataDir).flatMap((bytes) => foundIn(bytes.toString('latin1'), everything()));
  expect([...new Set(found)]).toEqual([]);
});
