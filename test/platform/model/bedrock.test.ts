import * as v from 'valibot';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { languageModel } from '../../../functions/platform/model/language-model.ts';
import type { OutboundOutcome, OutboundRequest } from '../../../functions/platform/outbound/outbound.ts';
import { silentLog } from '../../contracts/silent-log.ts';

afterEach(() => vi.unstubAllEnvs());

const MODEL = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0';
const question = {
  instructions: 'Say it.',
  material: 'x',
  schema: v.object({ word: v.string() }),
  maxOutputTokens: 50,
  timeoutMs: 5000,
};

function bedrock(status: number, answer: unknown) {
  const sent: OutboundRequest[] = [];
  const send = async (request: OutboundRequest): Promise<OutboundOutcome> => {
    sent.push(request);
    const body = Buffer.from(JSON.stringify(answer));
    return {
      kind: 'response',
      status,
      headers: [['content-type', 'application/json']],
      body,
      truncated: false,
      durationMs: 1,
    };
  };
  const model = languageModel(
    { model: MODEL, baseUrl: null, apiKey: null },
    { http: { send }, log: silentLog, wait: async () => {} },
  );
  return { sent, ask: () => model.ask(question) };
}

const inEnvironment = () => {
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDTEST');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'bedrock-canary');
};

describe('a model of Bedrock (interface 1, SVC_AI_MODEL)', () => {
  test('is called in the region of the process, signed with the credentials of the standard chain', async () => {
    inEnvironment();
    const { sent, ask } = bedrock(200, {
      output: { message: { role: 'assistant', content: [{ text: '{"word":"yes"}' }] } },
      stopReason: 'end_turn',
      usage: { inputTokens: 7, outputTokens: 3, totalTokens: 10 },
    });
    expect(await ask()).toMatchObject({ status: 'answered', value: { word: 'yes' }, tokens: { input: 7, output: 3 } });
    expect(sent).toHaveLength(1);
    expect(sent[0]?.url).toBe(
      `https://bedrock-runtime.eu-central-1.amazonaws.com/model/${encodeURIComponent(MODEL)}/converse`,
    );
    const headers = new Map(sent[0]?.headers);
    expect(headers.get('authorization')).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDTEST\/\d{8}\/eu-central-1\/bedrock\//,
    );
    expect(JSON.stringify(sent)).not.toContain('bedrock-canary');
  });

  const FAILED = [
    [429, 'ThrottlingException', 'quota', 3],
    [400, 'ServiceQuotaExceededException', 'quota', 1],
    [400, 'ValidationException', 'refused', 1],
    [403, 'AccessDeniedException', 'refused', 1],
    [503, 'ServiceUnavailableException', 'unreachable', 3],
  ] as const;
  test.for(FAILED)('fails for HTTP %i %s: %s', async ([status, type, reason, calls]) => {
    inEnvironment();
    const { ask } = bedrock(status, { __type: type, message: 'no' });
    expect(await ask()).toMatchObject({ status: 'failed', reason, calls });
  });

  test('is not called without a region', async () => {
    inEnvironment();
    vi.stubEnv('AWS_REGION', undefined);
    const { sent, ask } = bedrock(200, {});
    expect(await ask()).toMatchObject({ status: 'failed', reason: 'refused', calls: 0 });
    expect(sent).toEqual([]);
  });
});
