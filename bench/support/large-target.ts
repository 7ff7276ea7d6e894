import { createServer } from 'node:http';
import { announce } from './announce.ts';
import { LARGE_BODIES } from './large-bodies.ts';

const BYTES = Number(process.argv[2]);
const answers = new Map(Object.entries(LARGE_BODIES).map(([shape, { type, make }]) => [shape, [type, make(BYTES, 2)]]));

/** The build under test: answers `/<shape>/<n>` with a large body of that shape. */
const server = createServer(({ url = '/' }, response) => {
  const [type = '', body = ''] = answers.get(url.split('/')[1] ?? '') ?? [];
  response.writeHead(200, { 'content-type': String(type), 'content-length': Buffer.byteLength(body) });
  response.end(body);
});
announce(server.listen(0, '127.0.0.1'));
