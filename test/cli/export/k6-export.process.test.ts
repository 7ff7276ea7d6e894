import { describe, expect, test } from 'vitest';
import type { ListedCase, ShownCase } from '../../../cli/export/export-writer.ts';
import { k6Export } from '../../../cli/export/k6/k6-export.ts';
import { planted, cases as withCredentials } from '../../support/planted-credentials.ts';
import { runK6 } from './run-k6.ts';
import { BINARY_CASES, shownCase, UNANSWERED } from './shown-cases.ts';

/** The script of cases, which are listed newest first. */
function scriptOf(cases: readonly ShownCase[]): string {
  const writer = k6Export({ appId: 'shop', version: '1.0.0' });
  const newestFirst = cases.toSorted((a, b) => (a.recordedAt < b.recordedAt ? 1 : -1)) as unknown as ListedCase[]; // they have more
  const texts = writer.order(newestFirst).map((one) => writer.add(one as unknown as ShownCase)); // the same
  const added = texts.map((text) => {
    if (typeof text !== 'string') throw new Error(text.reason);
    return text;
  });
  return [writer.start(), ...added, writer.end()].join('');
}

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20, 10, 0, seconds)).toISOString();
const visit = (session: string | null, seconds: number, path: string, status = 200) =>
  shownCase({
    caseId: `${session}-${seconds}`,
    session,
    recordedAt: at(seconds),
    durationMs: 1000,
    request: { path },
    response: { status },
  });

describe('a script for k6', () => {
  test('sends each session in its order, with the recorded pauses, and checks each status', async () => {
    const script = scriptOf([
      visit('a', 0, '/a/1'),
      visit('b', 1, '/b/1'),
      visit('a', 5, '/a/2', 404),
      visit(null, 6, '/single'),
      visit('a', 500, '/a/3'),
    ]);
    const run = await runK6(script, { env: { BASE_URL: 'http://build.test/' } });
    expect(run.sent.map(({ url }) => url.slice('http://build.test'.length))).toEqual([
      '/a/1',
      '/a/2',
      '/a/3',
      '/b/1',
      '/single',
    ]);
    expect(run.slept).toEqual([4, 60]);
    expect(run.options.scenarios.recordings).toMatchObject({ executor: 'shared-iterations', vus: 1, iterations: 3 });
    expect(run.checks).toEqual([
      ['GET /orders/{id} answers 200', true],
      ['GET /orders/{id} answers 404', false],
      ['GET /orders/{id} answers 200', true],
      ['GET /orders/{id} answers 200', true],
      ['GET /orders/{id} answers 200', true],
    ]);
    expect(run.sent[0]?.params).toMatchObject({ redirects: 0, tags: { name: 'GET /orders/{id}' } });
    const quick = await runK6(script, { env: { THINK_TIME: '0', ITERATIONS: '6', VUS: '2' } });
    expect(quick.slept).toEqual([]);
    expect(quick.sent).toHaveLength(10);
    expect(quick.sent[0]?.url).toBe('http://127.0.0.1:8080/a/1');
  });

  test('takes credentials from variables, written as their place needs it', async () => {
    const script = scriptOf([
      shownCase({
        request: {
          method: 'POST',
          path: '/login?session_token=sealed&full=1',
          headers: [
            ['host', 'shop.test'],
            ['content-type', 'application/json'],
            ['authorization', 'Bearer sealed'],
            ['x-api-key', 'sealed'],
            ['content-length', '10'],
          ],
          body: '{"user":"ann","password":{"sealed":true},"proof":{"sealed": true},"list":[{"sealed":true}]}',
        },
      }),
    ]);
    const given = 'a"b\\c&d';
    const env = {
      REPLAY_AUTHORIZATION: 'Bearer mine',
      REPLAY_SESSION_TOKEN: given,
      REPLAY_PASSWORD: given,
      REPLAY_PROOF: 'p',
      REPLAY_VALUE: 'v',
    };
    const { sent, warnings } = await runK6(script, { env });
    const [{ url = '', body = '', params = { headers: {} } } = {}] = sent;
    expect(new URL(url).searchParams.get('session_token')).toBe(given);
    expect(JSON.parse(String(body))).toEqual({ user: 'ann', password: given, proof: 'p', list: ['v'] });
    expect(params.headers).toEqual({ 'content-type': 'application/json', authorization: 'Bearer mine' });
    expect(warnings).toEqual(['not set: REPLAY_X_API_KEY']);
  });

  test(`holds none of ${planted.length} credentials in clear`, async () => {
    const cases = withCredentials.map(({ caseId, request, response }) => shownCase({ caseId, request, response }));
    const script = scriptOf(cases);
    expect(planted.filter((one) => script.includes(one))).toEqual([]);
    expect((await runK6(script, {})).sent).toHaveLength(cases.length);
  });

  test('sends hostile texts as they are recorded, and runs none', async () => {
    const hostile = `\`\${process.exit()}\` </script> */ \u2028 ' " \\ __proto__ \n`;
    const note = `'"\`\${1}`;
    const headers: [string, string][] = [
      ['__proto__', 'x'],
      ['x-note', note],
      ['accept', 'a'],
      ['accept', 'b'],
    ];
    const script = scriptOf([
      shownCase({
        operation: hostile,
        request: { method: 'POST', path: `/a?q=${note}`, headers, body: hostile },
      }),
    ]);
    const { sent } = await runK6(script, {});
    expect(sent[0]?.body).toBe(hostile);
    expect(sent[0]?.url).toContain('/a?q=');
    expect(sent[0]?.params.headers).toMatchObject({ 'x-note': note, accept: 'a, b' });
  });

  test('sends bytes, and checks no status that was not recorded', async () => {
    const { sent, checks } = await runK6(scriptOf([...BINARY_CASES, UNANSWERED]), {});
    const bytes = sent.find(({ method }) => method === 'PUT')?.body;
    expect(bytes instanceof ArrayBuffer && Buffer.from(bytes)).toEqual(Buffer.from([0, 255, 254]));
    expect(checks).toHaveLength(1);
  });

  test('is valid without a case', async () => {
    expect((await runK6(scriptOf([]), {})).sent).toEqual([]);
  });

  test('leaves out a request whose body is cut', () => {
    const writer = k6Export({ appId: 'shop', version: '1.0.0' });
    expect(writer.add(shownCase({ request: { truncated: true } }))).toEqual({
      reason: expect.stringContaining('body'),
    });
  });
});
