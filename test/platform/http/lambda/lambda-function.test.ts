import { PassThrough, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Context } from 'aws-lambda';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { lambdaFunction } from '../../../../functions/platform/http/lambda/lambda-function.ts';
import { powertoolsLogger } from '../../../../functions/platform/log.ts';

type Streaming = (event: object, answer: Writable, context: Context) => Promise<void>;

// What the Lambda runtime puts into every function's globals.
vi.stubGlobal('awslambda', {
  streamifyResponse: (handler: Streaming) => handler,
  HttpResponseStream: { from: (answer: Writable) => answer },
});
afterAll(() => vi.unstubAllGlobals());

const CONTEXT = { awsRequestId: 'request-1', functionName: 'f', getRemainingTimeInMillis: () => 29_000 } as Context; // what is looked at of it

const happened: string[] = [];
beforeEach(() => {
  happened.length = 0;
});
const note = (what: string) => (message: string) => void happened.push(`${what}: ${message}`);
const options = {
  logger: powertoolsLogger('SILENT'),
  log: { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') },
  async flushLogs() {
    happened.push('lines stored');
  },
};

describe('a function', () => {
  test('stores its lines after it has answered', async () => {
    const handler = lambdaFunction<object, string>(options, async () => {
      happened.push('answered');
      return 'a';
    });
    expect(await handler({}, CONTEXT)).toBe('a');
    expect(happened).toEqual(['answered', 'lines stored']);
  });

  test('logs its failure once, stores its lines and fails', async () => {
    const handler = lambdaFunction<object, string>(options, async () => {
      throw new Error('field value 1234');
    });
    await expect(handler({}, CONTEXT)).rejects.toThrow('field value 1234');
    expect(happened).toEqual(['error: invocation failed', 'lines stored']);
  });

  test('answers a fault with its answer for faults', async () => {
    const handler = lambdaFunction<object, string>({ ...options, whenFailed: () => 'sorry' }, async () => {
      throw new Error('x');
    });
    expect(await handler({}, CONTEXT)).toBe('sorry');
    expect(happened).toEqual(['error: invocation failed', 'lines stored']);
  });

  test('names the invocation in its lines', async () => {
    // Its logger writes past the console else.
    vi.stubEnv('POWERTOOLS_DEV', 'true');
    const lines = vi.spyOn(console, 'info').mockReturnValue();
    const logger = powertoolsLogger('INFO');
    const handler = lambdaFunction<object, undefined>({ ...options, logger }, async () => {
      logger.info('line');
      return undefined;
    });
    await handler({}, CONTEXT);
    const [line] = lines.mock.calls.flat().map(String);
    lines.mockRestore();
    vi.unstubAllEnvs();
    expect(JSON.parse(line ?? '{}')).toMatchObject({ message: 'line', function_request_id: 'request-1' });
  });
});

describe('a streaming function', () => {
  const streaming = (body: AsyncIterable<string>) =>
    lambdaFunction<object, { statusCode: number; body: ReadableStream }>({ ...options, streams: true }, async () => ({
      statusCode: 200,
      body: ReadableStream.from(body),
    })) as unknown as Streaming; // as Lambda calls what it streams

  test('stores its lines after the answer has ended', async () => {
    const answer = new PassThrough();
    const handler = streaming(
      (async function* () {
        yield 'a';
        happened.push('still streaming');
        yield 'b';
      })(),
    );
    const [read] = await Promise.all([text(answer), handler({}, answer, CONTEXT)]);
    expect(read).toBe('ab');
    expect(happened).toEqual(['still streaming', 'lines stored']);
  });

  test('cuts the connection when it fails in the middle, adds nothing and stores its lines', async () => {
    const answer = new PassThrough();
    const parts: string[] = [];
    answer.on('data', (part: Buffer) => parts.push(part.toString()));
    const handler = streaming(
      (async function* () {
        yield 'a';
        throw new Error('the table is gone');
      })(),
    );
    await expect(handler({}, answer, CONTEXT)).rejects.toThrow('the table is gone');
    expect(answer.errored).toBeInstanceOf(Error);
    expect(parts.join('')).not.toContain('Error');
    expect(happened).toEqual(['lines stored']);
  });
});
