import { type handleUnaryCall, Metadata, Server, ServerCredentials, status } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AgentProcess, startWithAgent } from './support/agent-process.ts';
import { type FakeService, fakeService } from './support/fake-service.ts';

const text = (value: string) => Buffer.from(value);

/** A gRPC server of one method, which has no `/missing`. */
function stockServer(): Promise<{ server: Server; port: number }> {
  const server = new Server();
  const method = { path: '/shop.Stock/Find', requestStream: false, responseStream: false } as const;
  const coders = {
    requestSerialize: text,
    requestDeserialize: String,
    responseSerialize: text,
    responseDeserialize: String,
  };
  const find: handleUnaryCall<string, string> = (call, callback) => {
    if (call.request === '/missing') return callback({ code: status.NOT_FOUND, details: 'no such stock' });
    const metadata = new Metadata();
    metadata.set('x-server', 'real');
    call.sendMetadata(metadata);
    callback(null, `found ${call.request}`);
  };
  server.addService({ find: { ...method, ...coders } }, { find });
  return new Promise((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (fault, port) =>
      fault ? reject(fault) : resolve({ server, port }),
    );
  });
}

describe('unary calls of gRPC', () => {
  let service: FakeService;
  let app: AgentProcess;
  let server: Server;
  beforeAll(async () => {
    service = await fakeService();
    const started = await stockServer();
    server = started.server;
    const env = { GRPC_TARGET: `127.0.0.1:${started.port}`, REPLAY_TARGETS: `stock=127.0.0.1:${started.port}` };
    app = await startWithAgent({ app: 'grpc.mjs', service: service.url, mode: 'both', env });
  });
  afterAll(async () => {
    await app?.stop();
    await service?.close();
  });

  test('are recorded, and answered in a replay while the server is stopped', async () => {
    const answers = [await app.get('/7'), await app.get('/missing')].map((answer) => answer.text);
    expect(answers.map((answer) => JSON.parse(answer))).toEqual([
      [['real'], 'found /7', 0],
      [{ code: 5, details: 'no such stock', isError: true }, 5],
    ]);
    await service.hasCases(2);
    const recorded = ['/7', '/missing'].map((path) => service.cases.find(({ request }) => request.path === path));
    expect(recorded[0]?.calls).toMatchObject([
      {
        kind: 'http',
        target: 'stock',
        operation: '/shop.Stock/Find',
        request: { metadata: { 'x-tenant': 'one' }, messages: [text('/7').toString('base64')] },
        response: { messages: [text('found /7').toString('base64')], status: { code: 0, details: '' } },
      },
    ]);
    server.forceShutdown();
    for (const [at, path] of ['/7', '/missing'].entries()) {
      const one = recorded[at];
      if (one === undefined) throw new Error(`${path} was not recorded`);
      const replayed = await app.get(path, { 'x-replay-id': service.begin(one), 'x-replay-mock': 'on' });
      expect(replayed.text).toBe(answers[at]);
    }
    const [first] = recorded;
    const missed = await app.get('/8', { 'x-replay-id': service.begin(first ?? fail()), 'x-replay-mock': 'on' });
    expect(JSON.parse(missed.text)[0]).toMatchObject({ code: status.UNAVAILABLE, isError: true });
  });
});

function fail(): never {
  throw new Error('nothing was recorded');
}
