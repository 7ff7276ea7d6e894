import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { expect, test } from 'vitest';
import { recorderStage } from './recorder-stage.ts';

const { record, listen } = recorderStage();

test.for([true, false, undefined])('the target gets the right host with keepsHost %s', async (keepsHost) => {
  const server = createServer(({ headers }, response) => response.end(headers.host));
  server.on('upgrade', ({ headers }, upgraded) =>
    upgraded.end(
      `HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: websocket\r\nx-host: ${headers.host}\r\n\r\n`,
    ),
  );
  const url = await listen(server);
  const { base } = await record(url, { keepsHost });
  const expected = new URL(keepsHost ? base : url).host;
  expect(await fetch(base).then((response) => response.text())).toBe(expected);
  const client = request(base, { headers: { connection: 'Upgrade', upgrade: 'websocket' }, agent: false }).end();
  const [answer, socket] = await once(client, 'upgrade');
  expect(answer.headers['x-host']).toBe(expected);
  socket.destroy();
});
