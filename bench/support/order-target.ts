import { createServer } from 'node:http';
import { announce } from './announce.ts';
import { changesOf, orderAt } from './orders.ts';

/** How much greater the ids of this build are than the recorded ones; both are known to it. */
const shift = Number(process.argv[2] ?? 0);
/** How long it takes for each answer, ms. */
const delayMs = Number(process.argv[3] ?? 0);

/** The build under test: answers every order as recorded, except for the changes named in the path and shifted ids. */
const server = createServer(({ url = '/', method }, response) => {
  const answer = () => {
    response.writeHead(method === 'POST' ? 201 : 200, { 'content-type': 'application/json' });
    response.end(shift === 0 ? orderAt(url, changesOf(url)) : shifted(url));
  };
  if (delayMs > 0) setTimeout(answer, delayMs);
  else answer();
});
announce(server.listen(0, '127.0.0.1'));

function shifted(url: string): string {
  const asked = Number(/\d+$/.exec(url)?.[0]);
  const recorded = asked > shift ? asked - shift : asked;
  return orderAt(`/orders/${recorded}`).replace(`"id":${recorded},`, `"id":${recorded + shift},`);
}
