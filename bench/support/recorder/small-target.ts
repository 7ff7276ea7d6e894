import { createServer } from 'node:http';
import { announce } from '../announce.ts';

/** An application that answers at once: a constant JSON of as many bytes as the argument. */
const body = JSON.stringify({ padding: 'x'.repeat(Math.max(0, Number(process.argv[2]) - '{"padding":""}'.length)) });
const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  request.resume();
  response.writeHead(200, headers).end(body);
});
announce(server);
server.listen(0, '127.0.0.1');
