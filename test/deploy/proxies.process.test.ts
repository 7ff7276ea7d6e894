import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Agent, request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing } from '../support/real-servers/programs.ts';
import { loopbackAgent } from '../support/server-machine/browser.ts';
import { type Machine, openMachine } from '../support/server-machine/machine.ts';
import { partOf } from '../support/server-machine/page-parts.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/tutorials/team-server.md'), 'utf8');
const MIB = 1024 * 1024;

/** A server in the place of the service, which passes each request to the test. */
async function openUpstream() {
  let answer = (_: IncomingMessage, response: ServerResponse): unknown => response.end();
  const server = createServer((incoming, response) => void answer(incoming, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port, // of a TCP server
    answerBy: (next: typeof answer) => {
      answer = next;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

describe.each([
  ['Caddy', 'caddy'],
  ['nginx', 'nginx'],
])('%s as docs/tutorials/team-server.md configures it', (name, program) => {
  describe.skipIf(isMissing(name, program))('where it is installed', () => {
    let upstream: Awaited<ReturnType<typeof openUpstream>>;
    let machine: Machine;
    let dispatcher: Agent;

    beforeAll(async () => {
      upstream = await openUpstream();
      machine = await openMachine({ servicePort: upstream.port });
      const folder = '```sh run\nmkdir -p /etc/replay\n```\n';
      const { code, output } = await machine.run(folder + partOf(PAGE, 'Certificate') + partOf(PAGE, name));
      expect(code, output + machine.output()).toBe(0);
      dispatcher = loopbackAgent(join(machine.root, 'etc/replay/tls.crt'));
    });

    afterAll(async () => {
      await dispatcher?.destroy();
      await machine.close();
      await upstream.close();
    });

    test('passes on the name that was asked for, and its own sight of the client', async () => {
      const seen: IncomingMessage['headers'][] = [];
      upstream.answerBy(({ headers }, response) => {
        seen.push(headers);
        response.end();
      });
      const lie = { 'x-forwarded-for': '10.9.8.7, 192.0.2.1' };
      await (await request(machine.url, { dispatcher, headers: lie })).body.dump();
      const { host } = new URL(machine.url);
      expect(seen).toEqual([expect.objectContaining({ host, 'x-forwarded-for': '127.0.0.1' })]);
    });

    test('passes on each part of a response when it comes', async () => {
      const rest = Promise.withResolvers<void>();
      upstream.answerBy(async (_, response) => {
        response.write('first');
        await rest.promise;
        response.end('second');
      });
      const { body } = await request(machine.url, { dispatcher });
      const parts: string[] = [];
      for await (const part of body) {
        parts.push(String(part));
        rest.resolve();
      }
      expect(parts).toEqual(['first', 'second']);
    });

    test('passes on a large request', async () => {
      upstream.answerBy(async (incoming, response) => {
        let bytes = 0;
        for await (const part of incoming) bytes += part.length;
        response.end(String(bytes));
      });
      const sent = Buffer.alloc(50 * MIB);
      const { statusCode, body } = await request(machine.url, { dispatcher, method: 'POST', body: sent });
      expect([statusCode, await body.text()]).toEqual([200, String(sent.byteLength)]);
    });
  });
});
