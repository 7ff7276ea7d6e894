import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ConfigError } from '../../../functions/platform/settings/read-variables.ts';
import { readMasterKeys } from '../../../functions/platform/standalone/master-key-file.ts';
import { temporaryDataDir } from '../../support/running-service.ts';

const { dataDir, remove } = temporaryDataDir();
afterAll(remove);
let files = 0;
const fresh = () => join(dataDir, String(++files), 'master.key');

function written(text: string, mode = 0o600): string {
  const file = fresh();
  mkdirSync(join(file, '..'));
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

const ONE = Buffer.alloc(32, 1).toString('base64');
const TWO = Buffer.alloc(32, 2).toString('base64');

describe('the master key file (interface 1)', () => {
  test('is made at the first start for its owner only, and stays', () => {
    const file = fresh();
    const [key, ...others] = readMasterKeys(file);
    expect(key).toHaveLength(32);
    expect(others).toEqual([]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(file, '..'))).toEqual(['master.key']);
    expect(readMasterKeys(file)).toEqual([key]);
    expect(readMasterKeys(fresh())).not.toEqual([key]);
  });

  test('has one key in each line, the first of which seals', () => {
    const file = written(`${TWO}\r\n\n  ${ONE}`);
    expect(readMasterKeys(file)).toEqual([Buffer.alloc(32, 2), Buffer.alloc(32, 1)]);
  });

  test.for<[string, string]>([
    ['is empty', ''],
    ['is half a key, as a torn write leaves it', ONE.slice(0, 20)],
    ['holds 31 bytes', Buffer.alloc(31).toString('base64')],
    ['holds 33 bytes', Buffer.alloc(33).toString('base64')],
    ['holds hexadecimal', 'ab'.repeat(32)],
    ['holds a second line without a key', `${ONE}\nsecond`],
    ['has bits to spare', `${ONE.slice(0, 42)}B=`],
    ['is very large', `${ONE}\n`.repeat(2000)],
  ])('stops the start if it %s', ([, text]) => {
    const start = () => readMasterKeys(written(text));
    expect(start).toThrow(ConfigError);
    expect(start).toThrow(/^SVC_MASTER_KEY_FILE must be a file that holds 32 bytes in base64 in every line$/);
  });

  test.for([0o640, 0o620, 0o604, 0o602, 0o644, 0o610])('stops the start if its mode is %i', (mode) => {
    const start = () => readMasterKeys(written(ONE, mode));
    expect(start).toThrow(ConfigError);
    expect(start).toThrow(/^SVC_MASTER_KEY_FILE .* mode must be 0600$/);
  });

  test.for([0o600, 0o400])('is accepted with mode %i', (mode) => {
    expect(readMasterKeys(written(ONE, mode))).toHaveLength(1);
  });

  test('stops the start if it cannot be made or read', () => {
    const file = written(ONE);
    expect(() => readMasterKeys(join(file, 'master.key'))).toThrow(/^SVC_MASTER_KEY_FILE cannot be read \(ENOTDIR\)$/);
    const directory = join(dataDir, 'directory');
    mkdirSync(directory, { mode: 0o700 });
    expect(() => readMasterKeys(directory)).toThrow(/^SVC_MASTER_KEY_FILE cannot be read \(EISDIR\)$/);
    expect(() => readMasterKeys(join(dataDir, 'x'.repeat(250)))).toThrow(
      /^SVC_MASTER_KEY_FILE cannot be made \(ENAMETOOLONG\)$/,
    );
  });

  test('is refused as a dangling link, and not made there', () => {
    const file = fresh();
    mkdirSync(join(file, '..'));
    symlinkSync(join(dataDir, 'nowhere'), file);
    expect(() => readMasterKeys(file)).toThrow(/^SVC_MASTER_KEY_FILE /);
    expect(existsSync(join(dataDir, 'nowhere'))).toBe(false);
  });

  test('is never quoted in a refusal', () => {
    const file = written('planted-canary');
    expect(() => readMasterKeys(file)).not.toThrow(/canary|master\.key/);
    expect(readFileSync(file, 'utf8')).toBe('planted-canary');
  });
});
