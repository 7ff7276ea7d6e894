import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { digestOfJson } from '../../../../functions/evaluation/domain/canonical-json.ts';
import { freePort } from '../../../support/free-port.ts';
import { call, type RunningService, startProcess, temporaryDataDir } from '../../../support/running-service.ts';
import {
  DEFINITION,
  ENVIRONMENT,
  GATE_POLICY,
  RUNNER,
  SUBJECT,
  UNSUPPORTED_RUNNER,
} from '../../domain/workflows/sample-manifests.ts';

const RESOLVE = '/api/v1/eval/resolve';
const WORKFLOWS = '/api/v1/eval/workflows';
const VALIDATE = `${WORKFLOWS}/validate`;
const version = (value: unknown) => ({ version: digestOfJson(value) });
const PINS = {
  framework_definition: { digest: digestOfJson(DEFINITION) },
  runner: version(RUNNER),
  subject: version(SUBJECT),
  environment: version(ENVIRONMENT),
  gate_policy: version(GATE_POLICY),
};
const DIGEST = 'sha256:9a759d25b11f182a6a3206bf88127305eba51d5247e0ecc6e8b37c487358ea72';
/** Pins without manifests, different from those of every other row. */
const unheardOf = (word: string) => ({ ...PINS, subject: version(word) });
const { subject: _, ...FOUR } = PINS;

const { dataDir, remove } = temporaryDataDir();
let service: RunningService;
const post = (path: string, body: unknown) => call(service.url, 'POST', path, body);
const get = (path: string) => call(service.url, 'GET', path);
const keep = async (kind: string, content: unknown) =>
  expect(await post('/api/v1/eval/artifacts', { kind, media_type: 'application/json', content })).toMatchObject({
    body: { digest: digestOfJson(content), status: 'committed' },
  });

beforeAll(async () => {
  service = await startProcess({ dataDir, port: await freePort() });
});
afterAll(async () => {
  expect(await service.stop()).toBe(0);
  remove();
});

describe('POST resolve (spec 4.10, evaluation 3.6)', () => {
  test('accepts unknown digests, and says so', async () => {
    const { status, body } = await post(RESOLVE, unheardOf('never seen'));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      resolution: 'incomplete',
      reproducibility_class: 'live',
      runnable: false,
      capability_negotiation: { status: 'unverified' },
      components: { runner: { known: true, id: 'replay-regression@1.0.0' }, subject: { known: false } },
    });
    expect(body.links.self).toBe(`${WORKFLOWS}/${body.workflow_version_digest}`);
    expect(body.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test('returns the example of the contract once its manifests are stored', async () => {
    const before = (await post(RESOLVE, PINS)).body;
    await keep('framework_definition', DEFINITION);
    await keep('subject', SUBJECT);
    await keep('environment', ENVIRONMENT);
    await keep('gate_policy', GATE_POLICY);
    const { body } = await post(RESOLVE, PINS);
    expect(body).toMatchObject({
      workflow_version_digest: DIGEST,
      created_at: before.created_at,
      lineage_digest: 'sha256:a83c5b32ef48d0816b8b3667b1ee62e9a1911306d753a04d0128ec300933e801',
      resolution: 'complete',
      reproducibility_class: 'recorded_external',
      runnable: true,
      diagnostics: [],
      capability_negotiation: { status: 'supported', selected_protocol: 1, eligible_hosts: ['managed'] },
    });
    expect(before).toMatchObject({ workflow_version_digest: DIGEST, runnable: false });
  });

  test('makes one record for 10 concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(RESOLVE, unheardOf('at one time'))));
    expect(new Set(answers.map(({ body: answered }) => answered.created_at)).size).toBe(1);
    const [{ body }] = answers as [(typeof answers)[0]];
    const { data } = (await get(`${WORKFLOWS}?limit=100`)).body;
    const listed = data.filter(
      (one: { workflow_version_digest: string }) => one.workflow_version_digest === body.workflow_version_digest,
    );
    expect(listed).toHaveLength(1);
  });

  test('ignores unknown members', async () => {
    const { body } = await post(RESOLVE, { ...PINS, note: 'x', runner: { ...PINS.runner, note: 'x' } });
    expect(body.workflow_version_digest).toBe(DIGEST);
  });

  test.for<[what: string, body: unknown, code: string, ...errors: string[]]>([
    ['a pin is missing', FOUR, 'validation_failed', '#/subject/version validation_failed'],
    [
      'a digest has one letter too many',
      { ...PINS, runner: { version: `${PINS.runner.version}0` } },
      'invalid_digest',
      '#/runner/version invalid_digest',
    ],
    [
      'a digest is in capitals',
      { ...PINS, runner: { version: PINS.runner.version.toUpperCase() } },
      'invalid_digest',
      '#/runner/version invalid_digest',
    ],
    [
      'a pin has the other member',
      { ...PINS, framework_definition: PINS.runner },
      'validation_failed',
      '#/framework_definition/digest validation_failed',
    ],
    [
      'a pin is a text',
      { ...PINS, subject: PINS.subject.version },
      'validation_failed',
      '#/subject/version validation_failed',
    ],
    [
      'nothing is there',
      {},
      'validation_failed',
      '#/framework_definition/digest validation_failed',
      ...['runner', 'subject', 'environment', 'gate_policy'].map((name) => `#/${name}/version validation_failed`),
    ],
    [
      'one is missing and one malformed',
      { ...FOUR, runner: { version: 'latest' } },
      'validation_failed',
      '#/runner/version invalid_digest',
      '#/subject/version validation_failed',
    ],
  ])('returns 422 if %s', async ([, sent, code, ...errors]) => {
    const { status, headers, body } = await post(RESOLVE, sent);
    expect(status).toBe(422);
    expect(headers.get('content-type')).toContain('application/problem+json');
    expect(body.code).toBe(code);
    expect(body.errors.map((one: { pointer: string; code: string }) => `${one.pointer} ${one.code}`)).toEqual(errors);
  });

  test('never quotes what was sent', async () => {
    const { body } = await post(RESOLVE, { ...PINS, runner: { version: 'hunter2' } });
    expect(JSON.stringify(body)).not.toContain('hunter2');
  });
});

describe('GET workflows (evaluation 3.6)', () => {
  test('returns a version by its digest, in both spellings', async () => {
    await post(RESOLVE, PINS);
    const [plain, escaped] = await Promise.all([
      get(`${WORKFLOWS}/${DIGEST}`),
      get(`${WORKFLOWS}/${DIGEST.replace(':', '%3A')}`),
    ]);
    expect(plain).toMatchObject({ status: 200, body: { workflow_version_digest: DIGEST } });
    expect(escaped.body).toEqual(plain.body);
  });

  test.for([`sha256:${'0'.repeat(64)}`, 'sha256:0', DIGEST.toUpperCase(), 'x', `${DIGEST}%00`])(
    'returns 404 for the digest %s',
    async (digest) => {
      expect(await get(`${WORKFLOWS}/${digest}`)).toMatchObject({
        status: 404,
        body: { code: 'workflow_version_not_found' },
      });
    },
  );

  test('returns the newest first, page by page, and refuses a foreign cursor', async () => {
    for (const word of ['one', 'two', 'three']) await post(RESOLVE, unheardOf(word));
    const seen: { created_at: string; components: { subject: { digest: string } } }[] = [];
    let cursor = '';
    do {
      const { body } = await get(`${WORKFLOWS}?limit=2${cursor}`);
      seen.push(...body.data);
      expect(body.has_more).toBe(body.next_cursor !== null);
      cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`;
    } while (cursor !== '');
    const times = seen.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted().reverse());
    const subjects = seen.map(({ components }) => components.subject.digest);
    expect(new Set(subjects).size).toBe(subjects.length);
    expect(subjects).toEqual(expect.arrayContaining(['one', 'two', 'three'].map((word) => digestOfJson(word))));
    expect(await get(`${WORKFLOWS}?cursor=x`)).toMatchObject({ status: 400, body: { code: 'invalid_cursor' } });
  });

  test.for(['limit=0', 'limit=101', 'order=asc'])('returns 400 for %s', async (query) => {
    expect(await get(`${WORKFLOWS}?${query}`)).toMatchObject({ status: 400, body: { code: 'invalid_query' } });
  });
});

describe('POST workflows/validate (evaluation 3.6)', () => {
  test('accepts a version that could run, by its pins and by its digest', async () => {
    expect((await post(VALIDATE, PINS)).body).toEqual({ valid: true, diagnostics: [] });
    expect((await post(VALIDATE, { workflow_version_digest: DIGEST })).body).toEqual({ valid: true, diagnostics: [] });
  });

  test('stores nothing', async () => {
    const pins = unheardOf('only looked at');
    expect((await post(VALIDATE, pins)).body).toEqual({
      valid: false,
      diagnostics: [
        {
          severity: 'error',
          code: 'COMPONENT_UNKNOWN',
          pointer: '#/subject/version',
          detail: 'no committed artifact has this digest',
        },
      ],
    });
    const { data } = (await get(`${WORKFLOWS}?limit=100`)).body;
    expect(JSON.stringify(data)).not.toContain(pins.subject.version);
  });

  test('reports every fault at once', async () => {
    const environment = { ...ENVIRONMENT, target_env: 'http://169.254.169.254', network: { mode: 'open' } };
    const gate = { ...GATE_POLICY, rules: [{ id: 'x', metric: 'm', op: 'gte' }] };
    await keep('runner', UNSUPPORTED_RUNNER);
    await keep('environment', environment);
    await keep('gate_policy', gate);
    const pins = {
      ...PINS,
      runner: version(UNSUPPORTED_RUNNER),
      environment: version(environment),
      gate_policy: version(gate),
    };
    const { valid, diagnostics } = (await post(VALIDATE, pins)).body;
    expect(valid).toBe(false);
    expect(diagnostics.map(({ code, pointer }: { code: string; pointer: string }) => `${code} ${pointer}`)).toEqual([
      'GATE_RULE_INVALID #/gate_policy/rules/0',
      'FRAMEWORK_MISMATCH #/runner/framework',
      'RUNNER_DEFINITION_NOT_CLOSED #/runner/image',
      'TARGET_NOT_ALLOWED #/environment/target_env',
      'CAPABILITY_UNSUPPORTED #/runner/runtime',
      'CAPABILITY_UNSUPPORTED #/runner/required_capabilities',
    ]);
  });

  test.for<[levels: number, valid: boolean]>([
    [32, true],
    [33, false],
    [100_000, false],
  ])('reads a manifest of %i levels from bytes: valid %s', async ([levels, valid]) => {
    const lists = `${'['.repeat(levels - 2)}${']'.repeat(levels - 2)}`;
    const text = `{"schema":"eval.subject/v1","kind":"service","name":"n","attributes":{"a":${lists}}}`;
    const content_base64 = Buffer.from(text).toString('base64');
    const sent = await post('/api/v1/eval/artifacts', {
      kind: 'subject',
      media_type: 'application/json',
      content_base64,
    });
    const pins = { ...PINS, subject: { version: sent.body.digest } };
    const { status, body } = await post(VALIDATE, pins);
    expect([status, body.valid]).toEqual([200, valid]);
    if (!valid) expect(body.diagnostics).toMatchObject([{ code: 'MANIFEST_INVALID', pointer: '#/subject' }]);
  });

  test('returns 404 for a digest that was never resolved, and 422 for an invalid one', async () => {
    expect(await post(VALIDATE, { workflow_version_digest: `sha256:${'0'.repeat(64)}` })).toMatchObject({
      status: 404,
      body: { code: 'workflow_version_not_found' },
    });
    expect(await post(VALIDATE, { workflow_version_digest: 'x' })).toMatchObject({
      status: 422,
      body: { code: 'invalid_digest', errors: [{ pointer: '#/workflow_version_digest' }] },
    });
  });
});

describe('GET capabilities (evaluation 3.6)', () => {
  test('returns what the service can do, with its built-in runner', async () => {
    const { body } = await get('/api/v1/eval/capabilities');
    expect(body).toMatchObject({
      protocol: { min: 1, max: 1 },
      hosts: [{ host_id: 'managed' }],
      capabilities: ['network.egress.target', 'replay.engine.v1', 'runtime.builtin'],
      built_in_runners: [
        { id: 'replay-regression@1.0.0', framework: 'replay-regression', runner_version: digestOfJson(RUNNER) },
      ],
    });
    expect(body.capability_set_digest).toBe(digestOfJson(body.hosts));
    const resolved = (await post(RESOLVE, PINS)).body;
    expect(resolved.capability_negotiation.capability_set_digest).toBe(body.capability_set_digest);
  });
});
