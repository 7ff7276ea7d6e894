import { createHash } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  LOGIN_LINK_MS,
  type LoginLinks,
  loginLinks,
  loginLinkUrl,
} from '../../../../functions/platform/standalone/admin/login-links.ts';
import { temporaryDataDir } from '../../../support/running-service.ts';

let dataDir = '';
let remove = () => {};
let links: LoginLinks;
let folder = '';
beforeEach(async () => {
  ({ dataDir, remove } = temporaryDataDir());
  links = loginLinks(dataDir, Date.now);
  folder = join(dataDir, 'login-links');
  await links.open();
});
afterEach(() => remove());

describe('the codes of the local login (docs/login.md)', () => {
  test('are stored as digests in a folder and files of one user', async () => {
    const code = await links.create();
    const [name = ''] = readdirSync(folder);
    expect(name).toBe(createHash('sha256').update(String(code)).digest('hex'));
    expect(readFileSync(join(folder, name), 'utf8')).toMatch(/^\d{13}$/);
    expect([statSync(folder).mode & 0o777, statSync(join(folder, name)).mode & 0o777]).toEqual([0o700, 0o600]);
    expect(loginLinkUrl('http://127.0.0.1:8090/', String(code))).toBe(
      `http://127.0.0.1:8090/console/login/local?code=${code}`,
    );
  });

  test('are accepted when another process of the user creates them', async () => {
    const code = await loginLinks(dataDir, Date.now).create();
    expect([await links.take(String(code)), await links.take(String(code))]).toEqual([true, false]);
  });

  test('are accepted for one of several concurrent callers', async () => {
    const code = String(await links.create());
    const taken = await Promise.all(Array.from({ length: 20 }, () => links.take(code)));
    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  test.for<[string, () => void]>([
    ['that others may write', () => chmodSync(folder, 0o770)],
    ['that others may read', () => chmodSync(folder, 0o704)],
    [
      'that is a link',
      () => {
        rmSync(folder, { recursive: true });
        symlinkSync(dataDir, folder);
      },
    ],
    ['that is missing', () => rmSync(folder, { recursive: true })],
  ])('are neither made nor accepted in a folder %s', async ([, spoil]) => {
    const code = String(await links.create());
    spoil();
    expect([await links.create(), await links.take(code)]).toEqual([null, false]);
  });

  test('are removed after their expiry when the next one is made', async () => {
    await links.create();
    await loginLinks(dataDir, () => Date.now() + LOGIN_LINK_MS + 1000).create();
    expect(readdirSync(folder)).toHaveLength(1);
  });

  test('are not made by a service without a local login', async () => {
    await links.close();
    expect(await links.create()).toBe(null);
  });
});
