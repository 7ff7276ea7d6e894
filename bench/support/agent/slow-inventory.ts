import { createServer } from 'node:http';
import { announce } from '../announce.ts';

/** A service that answers after as many ms as its argument says, and takes recorded cases without keeping them. */
const delay = Number(process.argv[2] ?? 0);

announce(
  createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const end = () => response.end('{"accepted":0,"duplicates":0,"rejected":[]}');
      if (request.method === 'GET') setTimeout(end, delay);
      else end();
    });
  }).listen(0, '127.0.0.1'),
);
