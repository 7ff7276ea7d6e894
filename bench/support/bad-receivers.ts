import { createServer } from 'node:http';
import { announce } from './announce.ts';

/** Bad webhooks: /slow/<n> never ends its headers, /huge/<n> never ends its body, /redirect/<n> redirects to itself. */
const PART = Buffer.alloc(64 * 1024, 'x');
const server = createServer((request, response) => {
  request.resume();
  const socket = request.socket;
  socket.on('error', () => socket.destroy());
  if (request.url?.startsWith('/redirect')) return response.writeHead(302, { location: request.url }).end();
  if (request.url?.startsWith('/slow')) {
    socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
    const dripping = setInterval(() => socket.write('.'), 250);
    socket.once('close', () => clearInterval(dripping));
    return;
  }
  response.writeHead(500);
  const flood = () => {
    while (!socket.destroyed && response.write(PART));
    if (!socket.destroyed) response.once('drain', flood);
  };
  flood();
});
announce(server);
server.listen(0, '127.0.0.1');
