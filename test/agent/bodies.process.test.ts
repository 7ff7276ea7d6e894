import { once } from 'node:events';
import { connect } from 'node:http2';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { startWithAgent } from './support/agent-process.ts';
import { fakeService } from './support/fake-service.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function stage() {
  const service = await fakeService();
  cleanUps.push(() => service.close());
  const app = await startWithAgent({ app: 'bodies.mjs', service: service.url, mode: 'record' });
  cleanUps.push(() => app.stop());
  return { service, app };
}

const inBase64 = (before: string, after: string) =>
  Buffer.concat([Buffer.from(before), Buffer.from([0xe9]), Buffer.from(after)]).toString('base64');

describe('recorded bodies', () => {
  test('match the bytes on the wire for every way of sending them', async () => {
    const { service, app } = await stage();
    await app.post('/whole', 'ä');
    const parts = new ReadableStream({
      start: (stream) => {
        for (const one of ['a', 'b']) stream.enqueue(Buffer.from(one));
        stream.close();
      },
    });
    await (await fetch(`${app.url}/parts`, { method: 'POST', body: parts, duplex: 'half' })).arrayBuffer();
    await app.get('/none');
    await service.hasCases(3);
    expect(
      service.cases.map(({ request, response }) => [
        request.path,
        request.body,
        response?.body,
        response?.bodyEncoding,
      ]),
    ).toEqual([
      ['/whole', 'ä', inBase64('<ä', 'ö>!'), 'base64'],
      ['/parts', 'ab', inBase64('<ab', 'ö>!'), 'base64'],
      ['/none', null, inBase64('<', 'ö>!'), 'base64'],
    ]);
  });

  test('match the bytes on the wire over HTTP/2', async () => {
    const { service, app } = await stage();
    const port = (await app.get('/second')).text.replace('!', '');
    const session = connect(`http://127.0.0.1:${port}`);
    cleanUps.push(() => session.close());
    const stream = session.request({ ':method': 'POST', ':path': '/h2' });
    const answered = once(stream, 'response');
    stream.end('ä');
    await answered;
    await text(stream);
    await service.hasCases(2);
    const recorded = service.cases.find(({ request }) => request.path === '/h2');
    expect([recorded?.request.body, recorded?.response?.body]).toEqual(['ä', inBase64('<ä', 'ö>')]);
  });
});
