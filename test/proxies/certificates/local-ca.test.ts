import { X509Certificate } from 'node:crypto';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { caCertificatePath, createCa, readCa } from '../../../proxies/certificates/local-ca.ts';

const NOW = Date.parse('2026-11-23T10:00:00Z');
const HOSTS = ['example.com', '127.0.0.1'];
const DAY_MS = 24 * 60 * 60_000;

let root = '';
let folder = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ca-'));
  folder = join(root, 'ca');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('the local CA', () => {
  test('has a key that only its owner reads, and a certificate that signs leaves only', async () => {
    await createCa(folder, NOW, HOSTS);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'ca-key.pem')).mode & 0o777).toBe(0o600);
    const certificate = new X509Certificate(readFileSync(caCertificatePath(folder)));
    expect(certificate.ca).toBe(true);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(Date.parse(certificate.validTo) - NOW).toBe(730 * DAY_MS);
    expect(readFileSync(caCertificatePath(folder), 'utf8')).not.toContain('PRIVATE');
  });

  test('is read as it was created, until it expires', async () => {
    expect(await readCa(folder, NOW)).toBe(null);
    const { certificate } = await createCa(folder, NOW, HOSTS);
    const read = await readCa(folder, NOW + 730 * DAY_MS - 1000);
    expect(read?.certificate.serialNumber).toBe(certificate.serialNumber);
    await expect(readCa(folder, NOW + 730 * DAY_MS)).rejects.toMatchObject({ code: 'CA_EXPIRED' });
  });

  test('is never replaced', async () => {
    await createCa(folder, NOW, HOSTS);
    const before = readFileSync(caCertificatePath(folder), 'utf8');
    await expect(createCa(folder, NOW, HOSTS)).rejects.toMatchObject({ code: 'CA_EXISTS' });
    expect(readFileSync(caCertificatePath(folder), 'utf8')).toBe(before);
  });

  test.for<[number, boolean]>([
    [0o600, true],
    [0o400, true],
    [0o640, false],
    [0o604, false],
    [0o620, false],
    [0o777, false],
  ])('accepts a key file of mode %o: %s', async ([mode, isTaken]) => {
    await createCa(folder, NOW, HOSTS);
    const file = join(folder, 'ca-key.pem');
    chmodSync(file, mode);
    const read = readCa(folder, NOW);
    if (isTaken) expect(await read).not.toBe(null);
    else await expect(read).rejects.toMatchObject({ code: 'CA_KEY_SHARED', message: `other users can use ${file}` });
  });

  test.skipIf(process.getuid?.() !== 0)('refuses a key file of another user', async () => {
    await createCa(folder, NOW, HOSTS);
    chownSync(join(folder, 'ca-key.pem'), 12_345, 12_345);
    await expect(readCa(folder, NOW)).rejects.toMatchObject({ code: 'CA_KEY_SHARED' });
  });

  test('refuses a damaged key without showing any of it', async () => {
    await createCa(folder, NOW, HOSTS);
    writeFileSync(join(folder, 'ca-key.pem'), '-----BEGIN PRIVATE KEY-----\nplanted\n-----END PRIVATE KEY-----\n');
    const failure = await readCa(folder, NOW).catch((fault: unknown) => fault);
    expect(failure).toMatchObject({ code: 'CA_NOT_READ' });
    expect(String(failure)).not.toContain('planted');
  });
});
