import { afterAll, beforeEach, expect, test } from 'vitest';
import { openLinks } from '../../../bin/standalone/open-links.ts';
import { standaloneConfig } from '../../../functions/platform/settings/config.ts';
import { loginLinks } from '../../../functions/platform/standalone/admin/login-links.ts';
import { failingDisk } from '../../support/failing-disk.ts';
import { temporaryDataDir } from '../../support/running-service.ts';

const { dataDir, remove } = temporaryDataDir();
const disk = failingDisk(dataDir);
afterAll(() => {
  disk.restore();
  remove();
});

const links = loginLinks(dataDir, Date.now);
const lines: string[] = [];
const log = { error: (message: string) => void lines.push(message) };
/** The link of a start with these settings. */
const linkOf = async (own: Record<string, string> = {}, of = links) =>
  (await openLinks({ config: config(own), links: of, log }))('http://127.0.0.1:8090');
const config = (own: Record<string, string> = {}) => standaloneConfig({ SVC_DATA_DIR: dataDir, ...own });
beforeEach(() => {
  lines.length = 0;
  disk.heal();
});

test('the login link of a start logs in once', async () => {
  const link = await linkOf();
  const code = new URL(link ?? '').searchParams.get('code') ?? '';
  expect([await links.take(code), await links.take(code), lines]).toEqual([true, false, []]);
});

test.for(['FULL', 'IOERR', 'READONLY'] as const)(
  'the service starts without a login link where the disk fails (%s)',
  async (fault) => {
    disk.follow(({ kind }) => (kind === 'write' ? fault : null));
    expect(await linkOf()).toBeNull();
    expect(lines).toEqual(['no login link could be created']);
  },
);

test('any other fault ends the start', async () => {
  const broken = { ...links, create: () => Promise.reject(new TypeError('a defect')) };
  await expect(linkOf({}, broken)).rejects.toThrow('a defect');
});

test('links can be created before the service answers', async () => {
  await openLinks({ config: config(), links, log });
  expect(await loginLinks(dataDir, Date.now).create()).toMatch(/^[\w-]{43}$/);
});

test('codes of an earlier start become invalid where there is no local login', async () => {
  const link = await linkOf();
  const code = new URL(link ?? '').searchParams.get('code') ?? '';
  expect(await linkOf({ SVC_BASIC_AUTH: 'ann:a-long-password' })).toBeNull();
  expect(await links.take(code)).toBe(false);
});
