import { createServer } from 'node:http';
import { announce } from './announce.ts';

/** Healthy webhooks at /hooks/<n>. /arrivals returns the received notifications as `[[planId, epoch ms], …]`. */
const arrivals: [planId: string, at: number][] = [];
const server = createServer((request, response) => {
  if (request.method === 'GET') return response.end(JSON.stringify(arrivals));
  const at = Date.now();
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    arrivals.push([JSON.parse(Buffer.concat(parts).toString()).subject, at]);
    response.writeHead(204).end();
  });
});
announce(server);
server.listen(0, '127.0.0.1');
