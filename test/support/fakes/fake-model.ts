import type { ServerResponse } from 'node:http';
import { json, openTarget, type SeenRequest } from './recorded-target.ts';

/** The request that a model following the API receives. */
export interface ChatRequest {
  model: string;
  messages: { role: string; content: string }[];
  response_format?: { type: string; json_schema?: { name: string; strict: boolean; schema: unknown } };
  max_tokens?: number;
  max_completion_tokens?: number;
}

/** One response of the fake: a value (sent as the model's text), a raw text, or a misbehaviour. */
export type ModelTurn =
  | { answer: unknown }
  | { text: string; finishReason?: 'stop' | 'length' | 'content_filter' }
  | { status: number; code?: string; retryAfter?: string; body?: string; location?: string }
  | { body: string }
  | { slowMs: number; answer: unknown }
  | { reset: true };

export interface FakeModelOptions {
  apiKey?: string;
  /** Responses to the requests in turn; the last one is repeated. A function receives the request. */
  turns: ModelTurn[] | ((request: ChatRequest, turn: number) => ModelTurn);
  /** Parameters that it rejects, as some endpoints do: `json_schema`, `max_tokens`. */
  refuses?: readonly ('json_schema' | 'max_tokens')[];
  cost?: number;
}

/** A server with the chat-completions API of OpenAI that checks the key and stores its requests. */
export async function openFakeModel({ apiKey = 'sk-fake-model-key', turns, refuses = [], cost }: FakeModelOptions) {
  const asked: ChatRequest[] = [];
  const received: SeenRequest[] = [];

  const target = await openTarget((seen, response) => {
    received.push(seen);
    if (seen.method !== 'POST' || seen.url !== '/v1/chat/completions') return failed(response, 404, 'unknown_url');
    if (seen.headers.authorization !== `Bearer ${apiKey}`) return failed(response, 401, 'invalid_api_key');
    const request = JSON.parse(seen.body.toString()) as ChatRequest; // the SDK's request; otherwise the test fails
    asked.push(request);
    if (refuses.includes('json_schema') && request.response_format?.type === 'json_schema')
      return failed(response, 400, 'unsupported_response_format');
    if (refuses.includes('max_tokens') && request.max_tokens !== undefined)
      return failed(response, 400, 'unsupported_parameter');
    const at = asked.length - 1;
    take(
      typeof turns === 'function' ? turns(request, at) : (turns[Math.min(at, turns.length - 1)] ?? { answer: {} }),
      response,
    );
  });

  function take(turn: ModelTurn, response: ServerResponse): void {
    if ('reset' in turn) {
      response.destroy();
    } else if ('status' in turn) {
      if (turn.retryAfter !== undefined) response.setHeader('retry-after', turn.retryAfter);
      if (turn.location !== undefined) response.setHeader('location', turn.location);
      if (turn.body === undefined) failed(response, turn.status, turn.code ?? 'server_error');
      else response.writeHead(turn.status).end(turn.body);
    } else if ('body' in turn) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(turn.body);
    } else if ('slowMs' in turn) {
      setTimeout(() => completion(response, JSON.stringify(turn.answer)), turn.slowMs).unref();
    } else if ('text' in turn) {
      completion(response, turn.text, turn.finishReason);
    } else {
      completion(response, JSON.stringify(turn.answer));
    }
  }

  const completion = (response: ServerResponse, content: string, finish_reason = 'stop') =>
    json(response, {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model: 'fake',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason }],
      usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120, ...(cost !== undefined && { cost }) },
    });

  return {
    baseUrl: `${target.url}/v1`,
    apiKey,
    asked,
    /** Everything that it received, headers and bodies, as one text. */
    everything: () => received.map((one) => `${one.rawHeaders.join('\n')}\n${one.body.toString()}`).join('\n'),
    close: target.close,
  };
}

export type FakeModel = Awaited<ReturnType<typeof openFakeModel>>;

const failed = (response: ServerResponse, status: number, code: string) =>
  json(response, { error: { message: `the endpoint says ${code}`, type: code, code } }, status);
