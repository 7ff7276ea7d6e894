import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_KEY } from '../../support/running-service.ts';
import { measured } from '../measured.ts';
import { everyGet } from './every-get.ts';
import { FILES } from './placeholder-files.ts';
import { INPUTS, placeholderStage, SECRETS } from './placeholder-stage.ts';
import { storedBytes } from './stored-bytes.ts';

/** In clear, percent-encoded, or in base64 of any alignment. */
const found = (text: string) => SECRETS.filter((secret) => text.includes(secret) || text.includes(base64Of(secret)));
const base64Of = (secret: string) => Buffer.from(secret).toString('base64').slice(4, 20);

let stage: Awaited<ReturnType<typeof placeholderStage>>;
beforeAll(async () => {
  stage = await placeholderStage();
}, 120_000);
afterAll(() => stage.close());

test('the stolen placeholders are of a case, a setting and another tenant, and open for their own run', (context) => {
  expect(found(stage.arrived)).toEqual(SECRETS.slice(0, 2));
  measured(context, 'placeholders that an attacker saw', stage.stolen.length);
  measured(context, 'inputs', Object.keys(INPUTS).length);
});

describe('a placeholder from outside', () => {
  test.for([...Object.keys(FILES), 'cases', 'other-tenant'])('is sent as text from %s', (name) => {
    const { target, text } = stage;
    const sent = target.seen.filter(({ url }) => url.startsWith(`/${name}?`));
    expect(sent.map(({ url }) => url)).toContain(`/${name}?q=${text}`);
    for (const { headers, body } of sent) {
      expect(headers['x-note']).toBe(text);
      expect(JSON.parse(body.toString())).toEqual({ note: text, password: text });
    }
  });

  test('is sent as text from settings, a login step and its answer', () => {
    const { target, text, one } = stage;
    const [login] = target.seen.filter(({ url }) => url.startsWith('/login'));
    expect(login).toMatchObject({ url: `/login?q=${one}`, headers: { 'x-login': text } });
    expect(login?.body.toString()).toBe(JSON.stringify({ password: text }));
    const har = target.seen.find(({ url }) => url.startsWith('/har'));
    expect(har?.headers).toMatchObject({ 'x-set': text, 'x-session': text });
  });

  test('is sent as text from value mapping', () => {
    const { target, text } = stage;
    const sent = target.seen.filter(({ url }) => url.startsWith('/orders/'));
    expect(sent.map(({ headers }) => headers.cookie)).toContain(`sid=${text}`);
  });
});

describe('no secret of a placeholder', () => {
  test('is in a request to the target', () => {
    const { seen } = stage.target;
    expect(seen.length).toBeGreaterThan(Object.keys(FILES).length);
    for (const { url, rawHeaders, body } of seen) expect(found(url + rawHeaders.join('\n') + body)).toEqual([]);
  });

  test('is in an answer to an agent or to a caller', () => expect(found(stage.answers.join('\n'))).toEqual([]));

  test('is in an answer to a GET of an administrator', { timeout: 120_000 }, async (context) => {
    const { service, planIds } = stage;
    const apps = [
      { appId: 'attack', caseId: 'unknown' },
      { appId: 'victim', caseId: 'victim-case' },
    ];
    const runs = planIds.flatMap((planId) =>
      Array.from({ length: 12 }, (_, item) => ({ planId, item: `${item}`, planItemId: `${planId}:${item}` })),
    );
    const listed = await fetch(`${service.url}/api/recorder/apps/attack/cases?limit=200`, {
      headers: { 'x-api-key': ADMIN_KEY },
    });
    const { items } = (await listed.json()) as { items: { caseId: string; operation: string }[] };
    const values = [
      ...apps.flatMap((app) => runs.map((run) => ({ ...app, ...run }))),
      ...items.map((item) => ({ ...item, appId: 'attack' })),
    ];
    const bad: string[] = [];
    let answered = 0;
    for (const path of new Set(values.flatMap((one) => everyGet(one)))) {
      const answer = await fetch(`${service.url}${path}`, { headers: { 'x-api-key': ADMIN_KEY }, redirect: 'manual' });
      if (answer.ok) answered++;
      if (found((await answer.text()) + JSON.stringify([...answer.headers])).length > 0) bad.push(path);
    }
    measured(context, 'answers to an administrator after stored placeholders', answered);
    // They show fixed headers to users who may write.
    expect(bad).toEqual(['/api/apps/victim/settings', '/console/apps/victim/settings/headers']);
    expect(answered).toBeGreaterThan(60);
  });

  test('is in a notification, the log or a file', () => {
    const { receivers, service, dataDir } = stage;
    expect(found(JSON.stringify(receivers.received))).toEqual([]);
    expect(found(service.output())).toEqual([]);
    expect(storedBytes(dataDir).flatMap((bytes) => found(bytes.toString('latin1')))).toEqual([]);
  });
});
