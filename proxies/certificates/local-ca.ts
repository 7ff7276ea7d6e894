import type { webcrypto } from 'node:crypto';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { X509Certificate } from '@peculiar/x509';
import { ProxyFailure } from '../proxy-failure.ts';
import { loadX509 } from './load-x509.ts';

/** How long a local CA is valid. */
const DAYS = 730;
const DAY_MS = 24 * 60 * 60_000;
/** Clocks of other machines may be behind. */
const SKEW_MS = 60 * 60_000;

/** Keys of the CA and of its certificates. */
export const KEY_ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** The certificate authority of one machine, which its proxies sign certificates with. */
export interface LocalCa {
  certificate: X509Certificate;
  /** The names and addresses that it may sign for; null, without a limit, as earlier versions created it. */
  hosts: readonly string[] | null;
  key: webcrypto.CryptoKey;
}

/** The certificate that clients have to trust. */
export const caCertificatePath = (folder: string): string => join(folder, 'ca.pem');
const keyPath = (folder: string) => join(folder, 'ca-key.pem');

/**
 * Creates a CA with a new key, mode 0600, in a folder without one. It signs for the hosts alone: names with their
 * subdomains, and addresses. Refuses to replace a CA.
 */
export async function createCa(folder: string, now: number, hosts: readonly string[]): Promise<LocalCa> {
  const x509 = await loadX509();
  const keys = await crypto.subtle.generateKey(KEY_ALGORITHM, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: crypto.randomUUID().replaceAll('-', ''),
    name: 'CN=replay local CA',
    notBefore: new Date(now - SKEW_MS),
    notAfter: new Date(now + DAYS * DAY_MS),
    keys,
    signingAlgorithm: KEY_ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      x509.constraintsOf(hosts),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  const pem = `-----BEGIN PRIVATE KEY-----\n${pkcs8.replace(/.{64}/g, '$&\n').trim()}\n-----END PRIVATE KEY-----\n`;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(keyPath(folder), pem, { mode: 0o600, flag: 'wx' });
    await writeFile(caCertificatePath(folder), `${certificate.toString('pem')}\n`, { mode: 0o644 });
  } catch (fault) {
    const code = fault instanceof Error && 'code' in fault ? String(fault.code) : 'fault';
    if (code === 'EEXIST')
      throw new ProxyFailure('CA_EXISTS', `there is a CA in ${folder}`, 'Remove the folder to make a new one.');
    throw new ProxyFailure('NOT_WRITTEN', `${folder} was not written (${code})`, 'Give another folder by --ca.');
  }
  return { certificate, hosts: x509.constrainedHosts(certificate), key: keys.privateKey };
}

/** Reads a CA; null if there is none. Throws a ProxyFailure if it cannot be used. */
export async function readCa(folder: string, now: number): Promise<LocalCa | null> {
  const pem = await readKey(keyPath(folder)).catch((fault: NodeJS.ErrnoException) => {
    if (fault instanceof ProxyFailure) throw fault;
    if (fault.code === 'ENOENT') return null;
    throw new ProxyFailure('CA_NOT_READ', `the CA in ${folder} cannot be read (${fault.code ?? 'fault'})`, RENEW);
  });
  if (pem === null) return null;
  try {
    const x509 = await loadX509();
    const pkcs8 = Buffer.from(pem.replace(/-----[A-Z ]+-----|\s/g, ''), 'base64');
    const key = await crypto.subtle.importKey('pkcs8', pkcs8, KEY_ALGORITHM, false, ['sign']);
    const certificate = new x509.X509Certificate(await readFile(caCertificatePath(folder), 'utf8'));
    if (certificate.notAfter.getTime() <= now)
      throw new ProxyFailure('CA_EXPIRED', `the CA in ${folder} has expired`, RENEW);
    return { certificate, hosts: x509.constrainedHosts(certificate), key };
  } catch (fault) {
    if (fault instanceof ProxyFailure) throw fault;
    throw new ProxyFailure('CA_NOT_READ', `the CA in ${folder} cannot be read`, RENEW);
  }
}

/** Reads the key file; refuses one that others can use, because it signs for every host that clients of the CA call. */
async function readKey(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    // Of the open file, so that no other can take its place.
    const { mode, uid } = await file.stat();
    const user = process.getuid?.();
    if (user !== undefined && uid !== user)
      throw new ProxyFailure('CA_KEY_SHARED', `${path} belongs to another user`, RENEW);
    if (user !== undefined && (mode & 0o077) !== 0)
      throw new ProxyFailure(
        'CA_KEY_SHARED',
        `other users can use ${path}`,
        `Run chmod 600 ${path}. If they may have read it, remove the folder and make a new CA: replay ca create --host <name>`,
      );
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

const RENEW = 'Remove the folder and make a new one: replay ca create --host <name>';
