import { createServer } from 'node:http';
import { announce } from './announce.ts';
import { changesOf, orderAt } from './orders.ts';

/** The build under test: answers every order as recorded, except for the changes named in the path. */
const server = createServer(({ url = '/' }, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(orderAt(url, changesOf(url)));
});
announce(server.listen(0, '127.0.0.1'));
