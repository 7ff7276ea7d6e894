import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createSecureServer } from 'node:tls';
import { leafCertificates } from '../../../../proxies/certificates/leaf-certificates.ts';
import { createCa, readCa } from '../../../../proxies/certificates/local-ca.ts';

/**
 * The endpoint by which a browser reaches the API at its own address, over TLS: a proxy that leads the host of the API
 * to its server, and refuses every other host. Returns its address and the hosts that were refused.
 */
export async function vpcEndpoint(api: Server, publicUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), 'vpc-endpoint-'));
  const { hostname } = new URL(publicUrl);
  await createCa(folder, Date.now(), [hostname]);
  const ca = await readCa(folder, Date.now());
  if (ca === null) throw new Error('there is no CA in the folder where it was made');
  const certificates = await leafCertificates(ca, Date.now);
  const context = await certificates.contextOf(hostname);
  const secure = createSecureServer({ SNICallback: (_, done) => done(null, context) }, (socket) => {
    api.emit('connection', socket);
  });
  const refused: string[] = [];
  const proxy = createServer((_, response) => response.writeHead(403).end());
  proxy.on('connect', ({ url = '' }, socket, head) => {
    if (url !== `${hostname}:443`) {
      refused.push(url);
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    socket.unshift(head);
    secure.emit('connection', socket);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo; // it listens on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    refused: refused as readonly string[],
    close() {
      proxy.close();
      proxy.closeAllConnections();
      rmSync(folder, { recursive: true });
    },
  };
}
