import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { storedLogins } from '../../cli/stored-logins.ts';

const directory = mkdtempSync(join(tmpdir(), 'replay-cli-'));
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const logins = (env: Record<string, string> = { XDG_CONFIG_HOME: directory }) =>
  storedLogins({ env, homeDirectory: directory, now: Date.now });
const login = (userName: string) => ({
  userName,
  accessToken: 'a',
  refreshToken: 'r',
  expiresAt: '2026-11-20T10:00:00.000Z',
});
const URL_A = 'http://127.0.0.1:8090';

describe('the tokens of a login', () => {
  test('are kept in a private file under XDG_CONFIG_HOME, or else in the home directory', async () => {
    const { path, change } = logins();
    await change(URL_A, async () => login('ann'));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(directory, 'replay')).mode & 0o777).toBe(0o700);
    expect(logins({}).path).toBe(join(directory, '.config/replay/logins.json'));
  });

  test('belong to one address, and are removed for it alone', async () => {
    const { change, find } = logins();
    await change(URL_A, async () => login('ann'));
    await change('http://other', async () => login('bob'));
    expect(await find('http://127.0.0.1:9999')).toBe(undefined);
    await change(URL_A, async () => undefined);
    expect(await find(URL_A)).toBe(undefined);
    expect(await find('http://other')).toMatchObject({ userName: 'bob' });
  });

  test('are changed one after the other, so that no refresh token is used twice', async () => {
    const { change, find } = logins();
    await change(URL_A, async () => login('0'));
    let inside = 0;
    let max = 0;
    await Promise.all(
      Array.from({ length: 8 }, () =>
        logins().change(URL_A, async (current) => {
          max = Math.max(max, ++inside);
          await new Promise((resolve) => setImmediate(resolve));
          inside--;
          return login(String(Number(current?.userName) + 1));
        }),
      ),
    );
    expect(max).toBe(1);
    expect(await find(URL_A)).toMatchObject({ userName: '8' });
  });

  test('can be changed despite a lock that a killed command left', async () => {
    const { path, change } = logins();
    await change(URL_A, async () => login('ann'));
    writeFileSync(`${path}.lock`, '');
    const later = storedLogins({
      env: { XDG_CONFIG_HOME: directory },
      homeDirectory: directory,
      now: () => Date.now() + 31_000,
    });
    await later.change(URL_A, async () => login('bob'));
    expect(await later.find(URL_A)).toMatchObject({ userName: 'bob' });
  });
});
