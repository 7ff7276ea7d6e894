import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { openForwardProxy } from '../../../cli/proxy/open-forward-proxy.ts';
import type { Session } from '../../../cli/session.ts';
import { leafCertificates } from '../../../proxies/certificates/leaf-certificates.ts';
import { loadX509 } from '../../../proxies/certificates/load-x509.ts';
import { caCertificatePath, createCa, KEY_ALGORITHM, readCa } from '../../../proxies/certificates/local-ca.ts';
import { replay } from '../../cli/run-replay.ts';
import { temporaryDataDir } from '../../support/running-service.ts';

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0).reverse()) cleanUp();
});

function folderOfCa(): string {
  const { dataDir, remove } = temporaryDataDir();
  cleanUps.push(remove);
  return join(dataDir, 'ca');
}

/** A CA as earlier versions created it: it signs for every host. */
async function unlimitedCa(folder: string): Promise<void> {
  const x509 = await loadX509();
  const keys = await crypto.subtle.generateKey(KEY_ALGORITHM, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=replay local CA',
    notAfter: new Date(Date.now() + 86_400_000),
    keys,
    signingAlgorithm: KEY_ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  mkdirSync(folder);
  writeFileSync(join(folder, 'ca-key.pem'), `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----\n`);
  chmodSync(join(folder, 'ca-key.pem'), 0o600);
  writeFileSync(caCertificatePath(folder), certificate.toString('pem'));
}

/** What a command says when it opens its forward proxy with the CA of a folder. */
async function saidOf(ca: string, tunnelsUnreadable: boolean): Promise<string[]> {
  const said: string[] = [];
  // The proxy uses no more of them.
  const session = {
    host: { now: Date.now, env: {}, homeDirectory: ca },
    output: { say: (text: string) => said.push(text) },
  } as unknown as Session;
  const proxy = await openForwardProxy({ proxyPort: '0', ca }, session, {
    answer: async () => {},
    upgrade: async () => {},
    onRefusal: () => {},
    destinations: { isAllowed: () => false } as never, // nothing is sent
    downstream: new Map(),
    tunnelsUnreadable,
  });
  proxy.close();
  const [listening, ...rest] = said;
  expect(listening).toContain('calls by HTTP_PROXY and HTTPS_PROXY: ');
  return rest;
}

describe('a forward proxy', () => {
  const NAMED = 'replay ca create --host <name>';
  test.for<[ca: string, made: (folder: string) => Promise<unknown>, tunnels: boolean, said: string[]]>([
    ['no CA', async () => {}, true, [`https is passed on unread: there is no local CA (${NAMED})`]],
    ['no CA', async () => {}, false, [`https is refused: there is no local CA (${NAMED})`]],
    ['a CA of named hosts', (folder) => createCa(folder, Date.now(), ['api.test']), true, []],
    [
      'a CA of every host',
      unlimitedCa,
      true,
      [`the local CA signs for every host; remove its folder and make one of your hosts: ${NAMED}`],
    ],
    [
      'a CA of every host',
      unlimitedCa,
      false,
      [`the local CA signs for every host; remove its folder and make one of your hosts: ${NAMED}`],
    ],
  ])('says what it does with %s', async ([, made, tunnels, said]) => {
    const folder = folderOfCa();
    await made(folder);
    expect(await saidOf(folder, tunnels)).toEqual(said);
  });

  test('keeps signing with a CA of every host', async () => {
    const folder = folderOfCa();
    await unlimitedCa(folder);
    const ca = await readCa(folder, Date.now());
    if (ca === null) throw new Error('no CA');
    expect(ca.hosts).toBe(null);
    const { permits, contextOf } = await leafCertificates(ca, Date.now);
    expect([permits('api.test'), permits('10.0.0.1')]).toEqual([true, true]);
    await expect(contextOf('api.test')).resolves.toBeDefined();
  });
});

test.for([['record'], ['mock'], ['ca']])(
  'the help of replay %s creates a CA with its hosts',
  async ([command = '']) => {
    const { stdout } = await replay([command, '--help'], {});
    const named = stdout.match(/replay ca create.{0,7}/g) ?? [];
    expect(named.filter((text) => !text.startsWith('replay ca create --host'))).toEqual([]);
  },
);
