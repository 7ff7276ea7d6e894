import * as v from 'valibot';
import { afterEach, describe, expect, test } from 'vitest';
import { languageModel } from '../../../functions/platform/model/language-model.ts';
import { egressPolicy } from '../../../functions/platform/outbound/egress/policy.ts';
import { outboundHttp } from '../../../functions/platform/outbound/http-client.ts';
import { silentLog } from '../../contracts/silent-log.ts';
import { type FakeModelOptions, openFakeModel } from '../../support/fakes/fake-model.ts';

const closings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});

const Answer = v.object({ tier: v.picklist(['A', 'B']), title: v.nullable(v.string()), lines: v.array(v.number()) });
const GOOD = { tier: 'A', title: null, lines: [1] };
const question = {
  instructions: 'Say which tier.',
  material: '<data>{"a":1}</data>',
  schema: Answer,
  maxOutputTokens: 500,
  timeoutMs: 5000,
};

async function opened(options: FakeModelOptions, settings: { apiKey?: string; deny?: string[] } = {}) {
  const fake = await openFakeModel(options);
  const logged: unknown[] = [];
  const log = { ...silentLog, warn: (...line: unknown[]) => void logged.push(line) };
  const policy = egressPolicy({ mode: 'standalone', allow: [], deny: settings.deny ?? [], denyPorts: [] });
  const http = outboundHttp({ policy, log });
  const waits: number[] = [];
  closings.push(() => http.close(), fake.close);
  const ai = { model: 'fake-1', baseUrl: fake.baseUrl, apiKey: settings.apiKey ?? fake.apiKey };
  const model = languageModel(ai, { http, log, wait: async (ms) => waits.push(ms) });
  return { fake, logged, waits, ask: (more: Partial<typeof question> = {}) => model.ask({ ...question, ...more }) };
}

describe('a model of an OpenAI-compatible endpoint (interface 1, SVC_AI_*)', () => {
  test('gets the form of the answer in the request, and returns the cost with the answer', async () => {
    const { fake, ask } = await opened({ turns: [{ answer: GOOD }], cost: 0.25 });
    expect(await ask()).toEqual({
      status: 'answered',
      value: GOOD,
      calls: 1,
      tokens: { input: 100, output: 20 },
      cost: 0.25,
    });
    expect(fake.asked).toMatchObject([
      {
        model: 'fake-1',
        max_tokens: 500,
        messages: [
          { role: 'system', content: 'Say which tier.' },
          { role: 'user', content: '<data>{"a":1}</data>' },
        ],
        response_format: {
          type: 'json_schema',
          json_schema: {
            strict: true,
            schema: {
              type: 'object',
              additionalProperties: false,
              required: ['tier', 'title', 'lines'],
              properties: { tier: { enum: ['A', 'B'] } },
            },
          },
        },
      },
    ]);
  });

  test('returns no members that were not requested', async () => {
    const { ask } = await opened({ turns: [{ answer: { ...GOOD, verdict: 'PASS' } }] });
    expect(await ask()).toMatchObject({ status: 'answered', value: GOOD, cost: null });
  });

  const OTHER_FORM = { answer: { ...GOOD, tier: 'C' } };
  const RETRIED = [
    ['text that is not JSON', [{ text: 'I think that' }, { answer: GOOD }]],
    ['an answer of another form', [OTHER_FORM, { answer: GOOD }]],
    ['an answer cut at its length', [{ text: '{"tier":"A","ti', finishReason: 'length' as const }, { answer: GOOD }]],
    ['a body that is not JSON', [{ body: '<html>' }, { answer: GOOD }]],
    ['a body without choices', [{ body: '{"choices":[]}' }, { answer: GOOD }]],
    ['HTTP 500', [{ status: 500 }, { status: 503 }, { answer: GOOD }]],
    ['HTTP 429', [{ status: 429 }, { answer: GOOD }]],
    ['a broken connection', [{ reset: true as const }, { answer: GOOD }]],
  ] as const;
  test.for(RETRIED)('is asked again after %s', async ([, turns]) => {
    const { fake, ask } = await opened({ turns: [...turns] });
    expect(await ask()).toMatchObject({ status: 'answered', value: GOOD, calls: turns.length });
    expect(fake.asked).toHaveLength(turns.length);
  });

  const FAILED = [
    ['another form twice', { turns: [OTHER_FORM] }, 'unreadable', 2],
    ['no JSON twice', { turns: [{ text: 'no' }] }, 'unreadable', 2],
    ['HTTP 500 three times', { turns: [{ status: 500 }] }, 'unreachable', 3],
    ['HTTP 429 three times', { turns: [{ status: 429 }] }, 'quota', 3],
    ['a used-up quota', { turns: [{ status: 429, code: 'insufficient_quota' }] }, 'quota', 1],
    ['HTTP 402', { turns: [{ status: 402 }] }, 'quota', 1],
    ['HTTP 403', { turns: [{ status: 403 }] }, 'refused', 1],
    ['HTTP 400 in every dialect', { turns: [{ status: 400 }] }, 'refused', 3],
    ['an answer that its filter held back', { turns: [{ text: '', finishReason: 'content_filter' }] }, 'refused', 1],
    ['a redirect, which is not followed', { turns: [{ status: 307, location: '/v1/chat/completions' }] }, 'refused', 1],
    ['an endless answer', { turns: [{ body: `"${'x'.repeat(3_000_000)}"` }] }, 'unreadable', 2],
  ] as const satisfies readonly (readonly [string, FakeModelOptions, string, number])[];
  test.for(FAILED)('fails with a value, not with an exception: %s', async ([, options, reason, calls]) => {
    const { fake, ask } = await opened({ ...options, turns: [...options.turns] });
    expect(await ask()).toMatchObject({ status: 'failed', reason, calls });
    expect(fake.asked).toHaveLength(calls);
  });

  test('counts the tokens of unreadable answers', async () => {
    const { ask } = await opened({ turns: [OTHER_FORM], cost: 1 });
    expect(await ask()).toMatchObject({ tokens: { input: 200, output: 40 }, cost: 2 });
  });

  test('is given up at the timeout, with retries included', async () => {
    const { ask } = await opened({ turns: [{ slowMs: 20_000, answer: GOOD }] });
    expect(await ask({ timeoutMs: 400 })).toMatchObject({ status: 'failed', reason: 'timeout', calls: 1 });
  });

  test('is retried after the time that the endpoint asks for, within the timeout', async () => {
    const { waits, ask } = await opened({
      turns: [{ status: 429, retryAfter: '3' }, { status: 500 }, { answer: GOOD }],
    });
    expect(await ask({ timeoutMs: 60_000 })).toMatchObject({ status: 'answered' });
    expect(waits).toEqual([3000, 2000]);
    const late = await opened({ turns: [{ status: 429, retryAfter: '3' }] });
    expect(await late.ask({ timeoutMs: 2500 })).toMatchObject({ reason: 'quota', calls: 1 });
  });

  test('gets the schema in words if it refuses one, and from then on in the first request', async () => {
    const { fake, ask } = await opened({ turns: [{ answer: GOOD }], refuses: ['json_schema'] });
    expect(await ask()).toMatchObject({ status: 'answered' });
    expect(fake.asked.map(({ response_format }) => response_format?.type)).toEqual([
      'json_schema',
      'json_schema',
      'json_object',
    ]);
    expect(fake.asked[2]?.messages[0]?.content).toContain('"enum":["A","B"]');
    await ask();
    expect(fake.asked[3]?.response_format?.type).toBe('json_object');
  });

  test('gets max_completion_tokens if it asks for it', async () => {
    const { fake, ask } = await opened({ turns: [{ answer: GOOD }], refuses: ['max_tokens'] });
    expect(await ask()).toMatchObject({ status: 'answered' });
    expect(fake.asked[1]).toMatchObject({ max_completion_tokens: 500 });
  });

  test('is not connected to if the egress policy denies it', async () => {
    const { fake, ask } = await opened({ turns: [{ answer: GOOD }] }, { deny: ['127.0.0.0/8'] });
    expect(await ask()).toMatchObject({ status: 'failed', reason: 'unreachable' });
    expect(fake.everything()).toBe('');
  });

  test('refuses a wrong key, and no log line has the key, the question or the address', async () => {
    const { fake, logged, ask } = await opened({ turns: [{ answer: GOOD }] }, { apiKey: 'sk-canary-4711' });
    expect(await ask()).toMatchObject({ status: 'failed', reason: 'refused', calls: 1 });
    expect(logged).toEqual([['the model gave no response', { reason: 'refused', http_status: 401, calls: 1 }]]);
    expect(fake.everything()).toContain('sk-canary-4711');
  });
});
