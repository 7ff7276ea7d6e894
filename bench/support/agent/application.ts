import { createServer } from 'node:http';
import { announce } from '../announce.ts';

/** The application of `bench:agent`: each request makes one HTTP call and answers 2 KB of JSON. Its argument is the address called. */
const [, , inventory = ''] = process.argv;
const note = 'x'.repeat(1900);

announce(
  createServer(async (request, response) => {
    const stock = await (await fetch(`${inventory}/stock${request.url}`)).json();
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ path: request.url, stock, note }));
  }).listen(0, '127.0.0.1'),
);
