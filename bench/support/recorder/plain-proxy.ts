import { Agent, createServer, request } from 'node:http';
import { announce } from '../announce.ts';

/** The pass-through proxy that a user would write with node:http: kept-alive connections, and streams piped. */
const { hostname, port } = new URL(process.argv[2] ?? '');
const agent = new Agent({ keepAlive: true });
const server = createServer((incoming, outgoing) => {
  const { method, url, rawHeaders } = incoming;
  const outbound = request({ host: hostname, port, method, path: url, headers: rawHeaders, agent }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(outgoing);
  });
  outbound.on('error', () => outgoing.destroy());
  incoming.pipe(outbound);
});
announce(server);
server.listen(0, '127.0.0.1');
