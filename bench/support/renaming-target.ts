import { createServer } from 'node:http';
import { announce } from './announce.ts';
import { orderAt } from './orders.ts';

/** How much greater the ids of this build are than the recorded ones. */
const SHIFT = 1_000_000;

/** A build that answers every order as recorded, but under another id, whichever of the two is asked for. */
const server = createServer(({ url = '/', method }, response) => {
  const asked = Number(/\d+$/.exec(url)?.[0]);
  const recorded = asked > SHIFT ? asked - SHIFT : asked;
  response.writeHead(method === 'POST' ? 201 : 200, { 'content-type': 'application/json' });
  response.end(orderAt(`/orders/${recorded}`).replace(`"id":${recorded},`, `"id":${recorded + SHIFT},`));
});
announce(server.listen(0, '127.0.0.1'));
