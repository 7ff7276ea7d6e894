import { createServer } from 'node:http';
import { announce } from '../announce.ts';
import { MOCK_CALLS, mockCall, mockResponse } from './mock-calls.ts';

/**
 * Exact matching as WireMock does it: method, path and body are the key of a stub in memory. It knows no credential,
 * keeps nothing and gives each answer any number of times.
 */
const stubs = new Map<string, string>();
for (let n = 0; n < MOCK_CALLS; n++) {
  const { method, path, body } = mockCall(n).request;
  stubs.set(`${method} ${path} ${body}`, JSON.stringify({ matched: true, response: mockResponse(n) }));
}

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { method, path, body } = JSON.parse(Buffer.concat(parts).toString()).call.request;
    const answer = stubs.get(`${method} ${path} ${body}`);
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(answer);
  });
});
announce(server.listen(0, '127.0.0.1'));
