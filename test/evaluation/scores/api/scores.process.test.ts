import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { digestOfJson } from '../../../../functions/evaluation/domain/canonical-json.ts';
import { freePort } from '../../../support/free-port.ts';
import { call, type RunningService, startProcess, temporaryDataDir } from '../../../support/running-service.ts';

const V1 = '/api/v1/scores';
const V2 = '/api/v2/scores';
const CONFIGS = '/api/v2/score-configs';
const TRACE = { target_type: 'trace', target_id: 'T1' };
const SCORE = { ...TRACE, name: 'helpfulness', value: 0.8 };

const { dataDir, remove } = temporaryDataDir();
let service: RunningService;
/** A run that has not started yet, or has failed. It exists. */
let runId = '';
const post = (path: string, body: unknown) => call(service.url, 'POST', path, body);
const get = (path: string) => call(service.url, 'GET', path);
const codeOf = async (path: string, body: unknown) => {
  const answer = await post(path, body);
  return [answer.status, answer.body.code ?? null];
};

beforeAll(async () => {
  service = await startProcess({ dataDir, port: await freePort() });
  const version = (word: string) => ({ version: digestOfJson(word) });
  const { body } = await post('/api/v1/eval/resolve', {
    framework_definition: { digest: digestOfJson('definition') },
    runner: version('r'),
    subject: version('s'),
    environment: version('e'),
    gate_policy: version('g'),
  });
  const { workflow_version_digest } = body;
  runId = (await post('/api/v1/eval/runs', { workflow_version_digest })).body.workflow_run_id;
});
afterAll(async () => {
  expect(await service.stop()).toBe(0);
  remove();
});

describe('POST /api/v2/scores (evaluation 3.12)', () => {
  test.for<[string, object, number, string | null]>([
    ['a number', {}, 201, null],
    ['a boolean', { value: true }, 201, null],
    ['a text', { value: 'good', data_type: 'text' }, 201, null],
    ['a typed member', { value: undefined, numeric_value: 1 }, 201, null],
    ['both forms that agree', { value: 1, numeric_value: 1 }, 201, null],
    ['both forms that do not', { value: 1, numeric_value: 2 }, 422, 'validation_failed'],
    ['two typed members', { value: undefined, numeric_value: 1, string_value: '1' }, 422, 'validation_failed'],
    ['no value', { value: undefined }, 422, 'validation_failed'],
    ['a value that is a list', { value: [1] }, 422, 'value_type_mismatch'],
    ['a text in numeric_value', { value: undefined, numeric_value: '1' }, 422, 'value_type_mismatch'],
    ['a number that is said to be a text', { data_type: 'text' }, 422, 'value_type_mismatch'],
    ['a boolean that is said to be a number', { value: true, data_type: 'numeric' }, 422, 'value_type_mismatch'],
    ['4,000 characters', { value: 'x'.repeat(4000) }, 201, null],
    ['4,001 characters', { value: 'x'.repeat(4001) }, 422, 'validation_failed'],
    ['a name with a space', { name: 'a b' }, 422, 'validation_failed'],
    ['128 characters of name', { name: 'n'.repeat(128) }, 201, null],
    ['129 characters of name', { name: 'n'.repeat(129) }, 422, 'validation_failed'],
    ['an empty target', { target_id: '' }, 422, 'validation_failed'],
    ['200 characters of target', { target_id: 't'.repeat(200) }, 201, null],
    ['201 characters of target', { target_id: 't'.repeat(201) }, 422, 'validation_failed'],
    ['an unknown target_type', { target_type: 'dataset' }, 422, 'unsupported_target_type'],
    ['no target_type', { target_type: undefined }, 422, 'validation_failed'],
    ['a span', { target_type: 'span' }, 201, null],
    ['a session', { target_type: 'session' }, 201, null],
    ['an evaluator of a trace', { source: 'evaluator' }, 201, null],
    ['an unknown source', { source: 'machine' }, 422, 'validation_failed'],
    ['the trace itself as context', { trace_id: 'T1' }, 201, null],
    ['another trace as context', { trace_id: 'T2' }, 422, 'inconsistent_target'],
    ['9 minutes ahead', { timestamp: new Date(Date.now() + 9 * 60_000).toISOString() }, 201, null],
    ['11 minutes ahead', { timestamp: new Date(Date.now() + 11 * 60_000).toISOString() }, 422, 'validation_failed'],
    ['a time without its zone', { timestamp: '2026-11-20T12:00:00' }, 422, 'validation_failed'],
    [
      '51 pairs',
      { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [n, 'x'])) },
      422,
      'validation_failed',
    ],
    ['metadata that is a list', { metadata: ['a'] }, 422, 'validation_failed'],
    ['metadata unnamed', { metadata: { '': 'x' } }, 422, 'validation_failed'],
    ['a pair that is not text', { metadata: { a: 1 } }, 422, 'validation_failed'],
    ['a pair that cannot be kept', { metadata: JSON.parse('{"a":"b","__proto__":"x"}') }, 422, 'validation_failed'],
    ['a name of a pair that is half a character', { metadata: { '\ud800': 'x' } }, 422, 'validation_failed'],
    ['an unknown config', { config_id: 'none' }, 422, 'validation_failed'],
    ['an unknown run', { target_type: 'workflow_run' }, 422, 'target_not_found'],
    ['an unknown attempt', { target_type: 'framework_attempt' }, 422, 'target_not_found'],
    ['an unknown member', { unknown: 1 }, 201, null],
  ])('accepts or refuses %s', async ([, change, status, code]) => {
    expect(await codeOf(V2, { ...SCORE, ...change })).toEqual([status, code]);
  });

  test.for<[string, object, number, string | null]>([
    ['an annotation', { source: 'annotation' }, 201, null],
    ['an evaluator', { source: 'evaluator' }, 403, 'scorer_output_reserved'],
    ['a name of the framework', { name: 'replay.pass_rate' }, 403, 'scorer_output_reserved'],
    ['a name like one', { name: 'replays.pass_rate' }, 201, null],
    ...['origin', 'attempt_id', 'runner_version', 'workflow_version_digest', 'evidence'].map(
      (member): [string, object, number, string] => [member, { [member]: 'x' }, 403, 'scorer_output_reserved'],
    ),
  ])('accepts or refuses for a run %s', async ([, change, status, code]) => {
    const answer = await post(V2, { ...SCORE, target_type: 'workflow_run', target_id: runId, ...change });
    expect([answer.status, answer.body.code ?? null]).toEqual([status, code]);
    if (code === null) expect(answer.body).toMatchObject({ origin: 'client', workflow_run_id: runId });
  });

  test.for(['1.0', '12345678901234567890', '0.1000000000000000055', '1e-7', '-0'])(
    'returns the number %s digit for digit',
    async (text) => {
      const written = await post(V2, `{"target_type":"trace","target_id":"T1","name":"n","value":${text}}`);
      expect(written.text).toContain(`"value":${text},"numeric_value":${text},`);
      expect((await get(`${V2}/${written.body.score_id}`)).text).toBe(written.text);
    },
  );

  test.for(['1e400', '1e1001', `0.${'1'.repeat(1001)}`])('refuses the number %s', async (text) => {
    const body = `{"target_type":"trace","target_id":"T1","name":"n","value":${text}}`;
    expect(await codeOf(V2, body)).toEqual([422, 'number_out_of_range']);
  });

  test('ignores a byte order mark', async () => {
    const answer = await post(V2, `\ufeff${JSON.stringify({ ...SCORE, value: 0.5 })}`);
    expect(answer).toMatchObject({ status: 201, body: { value: 0.5 } });
  });

  test('returns the stored row for the same score_id and content, and a conflict for other content', async () => {
    const sent = { ...SCORE, score_id: 'build/4711 #1', comment: 'first' };
    const first = await post(V2, sent);
    expect(first).toMatchObject({ status: 201, body: { score_id: sent.score_id, origin: 'client', trace_id: 'T1' } });
    expect(await post(V2, sent)).toMatchObject({ status: 200, body: first.body });
    expect(await codeOf(V2, { ...sent, value: 0.9 })).toEqual([409, 'score_id_conflict']);
    expect((await get(`${V2}/${encodeURIComponent(sent.score_id)}`)).body).toEqual(first.body);
  });

  test('returns 200 if the stored time is repeated or left out, and 409 for another time', async () => {
    const sent = { ...SCORE, score_id: 'without-a-time' };
    const { timestamp } = (await post(V2, sent)).body;
    expect((await post(V2, { ...sent, timestamp })).status).toBe(200);
    expect((await post(V2, { ...sent, timestamp: timestamp.replace('Z', '+00:00') })).status).toBe(200);
    expect(await codeOf(V2, { ...sent, timestamp: '2026-01-01T00:00:00Z' })).toEqual([409, 'score_id_conflict']);
    expect((await post(V2, sent)).status).toBe(200);
  });

  test('stores a correction as a new row', async () => {
    const { body } = await post(V2, { ...SCORE, value: 0.7, supersedes: 'build/4711 #1' });
    expect(body).toMatchObject({ supersedes: 'build/4711 #1', value: 0.7 });
  });
});

describe('GET /api/v2/scores (evaluation 3.12)', () => {
  test.for(['', '?source=api', '?target_type=trace', '?target_id=T1', '?name=n&from=yesterday', '?name=n&origin=x'])(
    'refuses the query "%s"',
    async (query) => {
      expect(await get(`${V2}${query}`)).toMatchObject({ status: 400, body: { code: 'invalid_query' } });
    },
  );

  test('narrows the scores of a run or a name by half a target', async () => {
    await post(V2, { ...SCORE, target_type: 'workflow_run', target_id: runId, name: 'half', value: 1 });
    await post(V2, { ...SCORE, target_id: 'other', name: 'half', value: 2 });
    await post(V2, { ...SCORE, target_type: 'session', target_id: 'other', name: 'half', value: 3 });
    const values = async (query: string) =>
      (await get(`${V2}?${query}`)).body.data.map(({ value }: { value: number }) => value);
    expect(await values('name=half&target_type=trace')).toEqual([2]);
    expect(await values(`name=half&target_id=other`)).toEqual([3, 2]);
    expect(await values(`workflow_run_id=${runId}&name=half&target_type=workflow_run`)).toEqual([1]);
    expect(await values(`workflow_run_id=${runId}&name=half&target_type=trace`)).toEqual([]);
  });

  test('returns pages to the end, and refuses their cursor for another list', async () => {
    for (let at = 0; at < 5; at++) await post(V2, { ...SCORE, target_id: 'T9', value: at });
    const list = `${V2}?target_type=trace&target_id=T9`;
    const first = (await get(`${list}&limit=3`)).body;
    expect(first).toMatchObject({ has_more: true, data: [{ value: 4 }, { value: 3 }, { value: 2 }] });
    const rest = (await get(`${list}&limit=3&cursor=${first.next_cursor}`)).body;
    expect(rest).toMatchObject({ has_more: false, next_cursor: null, data: [{ value: 1 }, { value: 0 }] });
    const other = await get(`${V2}?target_type=trace&target_id=T1&cursor=${first.next_cursor}`);
    expect(other).toMatchObject({ status: 400, body: { code: 'invalid_cursor' } });
  });

  test.for([`${V2}?name=made-up`, `${V1}?name=made-up`])('refuses a forged cursor: %s', async (list) => {
    for (const value of [1, 2]) await post(V2, { ...SCORE, name: 'made-up', value });
    const { next_cursor } = (await get(`${list}&limit=1`)).body;
    for (const location of ['zzzz', '00000000000000~', '']) {
      const cursor = next_cursor.slice(0, 16) + Buffer.from(location).toString('base64url');
      expect(await get(`${list}&cursor=${cursor}`)).toMatchObject({ status: 400, body: { code: 'invalid_cursor' } });
    }
  });

  test('returns 404 for an unknown score', async () => {
    expect(await get(`${V2}/none`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('/api/v1/scores (evaluation 3.12, 5.13)', () => {
  const OLD = { trace_id: 'T5', span_id: 'S5', name: 'old', data_type: 'numeric', numeric_value: 0.25 };

  test('accepts spans, traces and sessions, shows scores of spans with the trace, and shows no runs', async () => {
    expect(await post(V1, { ...OLD, score_id: 'old-1' })).toMatchObject({
      status: 201,
      body: { score_id: 'old-1', span_id: 'S5', trace_id: 'T5', numeric_value: 0.25 },
    });
    expect((await post(V1, { ...OLD, score_id: 'old-1' })).status).toBe(200);
    expect((await post(V1, { ...OLD, span_id: undefined })).status).toBe(201);
    await post(V2, { ...SCORE, target_type: 'workflow_run', target_id: runId, name: 'old', trace_id: 'T5' });
    const count = async (query: string) => (await get(`${V1}?${query}`)).body.data.length;
    expect(await count('trace_id=T5')).toBe(2);
    expect(await count('span_id=S5')).toBe(1);
    expect(await count('name=old')).toBe(2);
    expect(await get(V1)).toMatchObject({ status: 400, body: { code: 'invalid_query' } });
    expect((await get(`${V2}/old-1`)).body).toMatchObject({ target_type: 'span', target_id: 'S5', value: 0.25 });
  });

  test.for<[string, object, string]>([
    ['a run', { target_type: 'workflow_run' }, 'unsupported_target_type'],
    ['nothing at all', { trace_id: undefined, span_id: undefined }, 'validation_failed'],
    ['a session that is not named', { target_type: 'session' }, 'validation_failed'],
    ['no value', { numeric_value: undefined }, 'validation_failed'],
    ['a text as a number', { numeric_value: undefined, string_value: 'x' }, 'value_type_mismatch'],
  ])('refuses %s', async ([, change, code]) => {
    expect(await codeOf(V1, { ...OLD, ...change })).toEqual([422, code]);
  });
});

describe('/api/v2/score-configs', () => {
  const STARS = { config_id: 'stars', name: 'stars', data_type: 'numeric', min: 1, max: 5 };

  test('restrict the values of scores', async () => {
    expect((await post(CONFIGS, STARS)).status).toBe(201);
    expect((await post(CONFIGS, STARS)).status).toBe(200);
    expect(await codeOf(CONFIGS, { ...STARS, max: 4 })).toEqual([409, 'name_conflict']);
    expect((await get(`${CONFIGS}/stars`)).body).toMatchObject({ ...STARS, categories: null });
    expect((await get(CONFIGS)).body.data).toHaveLength(1);
    const stars = (value: unknown, change: object = {}) =>
      codeOf(V2, { ...TRACE, name: 'stars', config_id: 'stars', value, ...change });
    expect(await stars(1)).toEqual([201, null]);
    expect(await stars(5)).toEqual([201, null]);
    expect(await stars(0.99)).toEqual([422, 'validation_failed']);
    expect(await stars(5.01)).toEqual([422, 'validation_failed']);
    expect(await stars('good')).toEqual([422, 'value_type_mismatch']);
    expect(await stars(3, { name: 'moons' })).toEqual([422, 'validation_failed']);
  });

  test('restrict categories, and are refused if unusable', async () => {
    const KIND = { config_id: 'kind', name: 'kind', data_type: 'categorical', categories: ['bug', 'noise'] };
    expect((await post(CONFIGS, KIND)).status).toBe(201);
    const kind = (value: unknown) => codeOf(V2, { ...TRACE, name: 'kind', config_id: 'kind', value });
    expect(await kind('bug')).toEqual([201, null]);
    expect(await kind('feature')).toEqual([422, 'validation_failed']);
    for (const change of [{ min: 6 }, { data_type: 'boolean' }, { categories: ['a'] }, { name: 'a b' }])
      expect(await codeOf(CONFIGS, { ...STARS, config_id: null, ...change })).toEqual([422, 'validation_failed']);
  });
});
