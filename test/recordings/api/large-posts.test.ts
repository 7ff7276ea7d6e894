import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openRecorder, type Recorder } from './recorder.ts';

const LINES = 500;
/** A body of this size is read in another thread. */
const POOLED = 64 * 1024;

let recorder: Recorder;
beforeEach(() => {
  recorder = openRecorder();
});
afterEach(() => recorder.close());

const lineOf = (at: number, { appId = 'shop', body = 'x' } = {}) =>
  JSON.stringify({ caseId: `c${at}`, appId, request: { method: 'GET', path: '/' }, response: { status: 200, body } });
const linesOf = (change: { appId?: string; body?: string } = {}) =>
  Array.from({ length: LINES }, (_, at) => lineOf(at, change));
const post = (lines: readonly string[]) => recorder.ask('POST', '/api/recorder/cases', lines.join('\n'));
const isStored = async (at: number) => (await recorder.ask('GET', `/api/recorder/cases/c${at}`)).status === 200;

describe('a post of 500 lines', () => {
  test.for<[string, string]>([
    ['that are short', 'x'],
    ['of 2 KB', 'x'.repeat(2000)],
  ])('%s lets other requests be answered while its cases are written', async ([, body]) => {
    let isAnswered = false;
    const answer = post(linesOf({ body })).finally(() => {
      isAnswered = true;
    });
    /** What requests between the turns of the post have seen. */
    const seen: string[] = [];
    while (!isAnswered) {
      await nextTurn();
      seen.push(`${await isStored(0)} ${await isStored(LINES - 1)}`);
    }
    expect((await answer).body).toEqual({ accepted: LINES, duplicates: 0, rejected: [] });
    expect(seen).toContain('true false');
  });

  test('that are short lets other requests be answered while it is read', async () => {
    const lines = linesOf();
    expect(Buffer.byteLength(lines.join('\n'))).toBeLessThan(POOLED);
    let turns = 0;
    const written = Promise.withResolvers<void>();
    const { addInOrder } = recorder.parts.table;
    recorder.parts.table.addInOrder = (items) => {
      written.resolve();
      return addInOrder(items);
    };
    const counted = (async () => {
      for (let isRead = false; !isRead; turns++) {
        isRead = await Promise.race([written.promise.then(() => true), nextTurn(false)]);
      }
    })();
    expect((await post(lines)).status).toBe(200);
    await counted;
    expect(turns).toBeGreaterThanOrEqual(9);
  });

  test('names a bad line by its number and its field, wherever it is', async () => {
    const lines = linesOf().map((line, at) =>
      at % 124 === 123 ? JSON.stringify({ appId: 'shop', request: { method: 'GET', path: 'secret' } }) : line,
    );
    const { body } = await post(lines);
    expect(body).toEqual({
      accepted: LINES - 4,
      duplicates: 0,
      rejected: [123, 247, 371, 495].map((index) => ({
        index,
        reason: 'request.path must begin with / and contain no space, control character or #',
      })),
    });
    expect(JSON.stringify(recorder.logged)).not.toContain('secret');
  });
});

describe('a body that another thread reads', () => {
  const large = { body: 'x'.repeat(2000) };
  const readings = () => recorder.jobs.map(({ name }) => name).filter((name) => name.startsWith('recordings.intake'));

  test('is parsed once', async () => {
    expect((await post(linesOf(large))).body).toMatchObject({ accepted: LINES });
    expect(readings()).toEqual(['recordings.intake']);
  });

  test('is read by the settings of every application that it names, and parsed once more for them', async () => {
    await recorder.ask('PUT', '/api/apps/other/settings', { redact: [{ path: '$.card' }] });
    const last = lineOf(LINES, { appId: 'other', body: '{"card":"4111"}' });
    expect((await post([...linesOf(large), last])).body).toMatchObject({ accepted: LINES + 1 });
    expect(readings()).toEqual(['recordings.intake', 'recordings.intake']);
    const { body } = await recorder.ask('GET', `/api/recorder/cases/c${LINES}`);
    expect(body).toMatchObject({ appId: 'other', response: { body: '{"card":"[redacted]"}' } });
  });

  test('is read also where its beginning names another application than it is of', async () => {
    const [first = '', ...others] = linesOf(large);
    const tagged = `{"tags":{"appId":"none"},${first.slice(1)}`;
    expect((await post([tagged, ...others])).body).toMatchObject({ accepted: LINES });
    expect((await recorder.ask('GET', '/api/recorder/cases/c0')).body).toMatchObject({ appId: 'shop' });
  });
});
