import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterEach, describe, expect, test } from 'vitest';
import { leafCertificates } from '../../../proxies/certificates/leaf-certificates.ts';
import { caCertificatePath, createCa } from '../../../proxies/certificates/local-ca.ts';
import { constraintHost, isPermittedHost } from '../../../proxies/certificates/permitted-host.ts';
import { temporaryDataDir } from '../../support/running-service.ts';

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

/** What a client that trusts the CA says of a server whose certificate the key of the CA has signed. */
async function verified(hosts: readonly string[], host: string): Promise<string> {
  const home = temporaryDataDir();
  cleanUps.push(home.remove);
  const folder = `${home.dataDir}/ca`;
  const ca = await createCa(folder, Date.now(), hosts);
  // As somebody who has the key signs: for every host.
  const { contextOf } = await leafCertificates({ ...ca, hosts: null }, Date.now);
  const context = await contextOf(host);
  const server = createServer({ SNICallback: (_, found) => found(null, context) });
  server.on('secureConnection', (socket) => socket.on('error', () => {}));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(() => void server.close());
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const client = connectTls({
    socket: connect(port, '127.0.0.1'),
    servername: 'any.test',
    ca: readFileSync(caCertificatePath(folder), 'utf8'),
    // The name of SNI is not an address; the chain is what counts here.
    checkServerIdentity: () => undefined,
  });
  cleanUps.push(() => void client.destroy());
  return once(client, 'secureConnect').then(
    () => 'verified',
    (fault: Error) => fault.message,
  );
}

const EXCLUDED = 'excluded subtree violation';
const OUTSIDE = 'permitted subtree violation';

test.for<[hosts: readonly string[], host: string, answer: string]>([
  [['example.com'], 'example.com', 'verified'],
  [['example.com'], 'api.example.com', 'verified'],
  [['example.com'], 'badexample.com', OUTSIDE],
  [['example.com'], 'accounts.test', OUTSIDE],
  [['example.com'], '10.0.0.1', EXCLUDED],
  [['example.com'], '::1', EXCLUDED],
  [['10.0.0.1'], '10.0.0.1', 'verified'],
  [['10.0.0.1'], '10.0.0.2', OUTSIDE],
  [['10.0.0.1'], '::1', OUTSIDE],
  [['10.0.0.1'], 'example.com', EXCLUDED],
  [['::1', 'example.com'], '::1', 'verified'],
  [['::1', 'example.com'], '127.0.0.1', OUTSIDE],
])('a CA of %j verifies a certificate of %s: %s', async ([hosts, host, answer]) => {
  expect(await verified(hosts, host)).toBe(answer);
  expect(isPermittedHost(hosts, host)).toBe(answer === 'verified');
});

describe('the hosts of a CA', () => {
  test.for<[text: string, host: string | null]>([
    ['API.example.com', 'api.example.com'],
    ['0:0::1', '::1'],
    ['.example.com', null],
    ['*.example.com', null],
    ['example.com:443', null],
    ['999.1.1.1', null],
    ['', null],
  ])('are read from %j as %j', ([text, host]) => {
    expect(constraintHost(text)).toBe(host);
  });

  test('exclude a certificate of another host', async () => {
    const home = temporaryDataDir();
    cleanUps.push(home.remove);
    const ca = await createCa(`${home.dataDir}/ca`, Date.now(), ['example.com']);
    const { contextOf, permits } = await leafCertificates(ca, Date.now);
    expect([permits('example.com'), permits('other.test')]).toEqual([true, false]);
    await expect(contextOf('other.test')).rejects.toMatchObject({ code: 'HOST_NOT_PERMITTED' });
  });
});
