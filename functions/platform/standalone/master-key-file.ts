import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { ConfigError } from '../settings/read-variables.ts';
import { systemCode } from './faults/system-code.ts';

/** 32 bytes in base64, as written by `openssl rand -base64 32`. */
const KEY = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;
const MAX_BYTES = 64 * 1024;
const VARIABLE = 'SVC_MASTER_KEY_FILE';

/**
 * Reads the master keys of a file, one per line, the first of which seals; a missing file is created with one new key
 * (interface 1), unless `hasSealed` says that a key is in use already: no new one opens what it has sealed. Throws
 * ConfigError if the file cannot be created or read, is missing beside such data, is readable by others, or contains
 * anything else.
 */
export function readMasterKeys(file: string, hasSealed: () => boolean = () => false): Buffer[] {
  const text = said('cannot be read', () => {
    const present = textOf(file);
    if (present !== undefined) return present;
    if (hasSealed())
      throw new ConfigError(
        `${VARIABLE} is missing, and SVC_DATA_DIR holds data that its keys have sealed: put the file back`,
      );
    said('cannot be made', () => makeMasterKeyFile(file));
    return textOf(file);
  });
  const lines = (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length === 0 || !lines.every((line) => KEY.test(line)))
    throw new ConfigError(`${VARIABLE} must be a file that holds 32 bytes in base64 in every line`);
  return lines.map((line) => Buffer.from(line, 'base64'));
}

/** Undefined if the file does not exist. */
function textOf(file: string): string | undefined {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch (fault) {
    if (systemCode(fault) === 'ENOENT') return undefined;
    throw fault;
  }
  try {
    const { mode, size } = fstatSync(handle);
    if ((mode & 0o077) !== 0) throw new ConfigError(`${VARIABLE} is a file that others may use: its mode must be 0600`);
    return size > MAX_BYTES ? '' : readFileSync(handle, 'utf8');
  } finally {
    closeSync(handle);
  }
}

/**
 * Written to a temporary file and linked into place: no reader sees a partial file, and if two processes start
 * concurrently, one key wins.
 */
function makeMasterKeyFile(file: string): void {
  const directory = dirname(file);
  const made = mkdirSync(directory, { recursive: true, mode: 0o700 });
  const aside = `${file}.${randomBytes(8).toString('hex')}`;
  try {
    durably(aside, 'wx', (handle) => writeFileSync(handle, `${randomBytes(32).toString('base64')}\n`));
    linkSync(aside, file);
  } catch (fault) {
    if (systemCode(fault) !== 'EEXIST') throw fault;
  } finally {
    rmSync(aside, { force: true });
  }
  // A new name is durable once its directories are synced, up to the first one that already existed.
  const last = made === undefined ? directory : dirname(made);
  for (let at = directory; ; at = dirname(at)) {
    durably(at, 'r', () => {});
    if (at === last || at === dirname(at)) return;
  }
}

function durably(path: string, flags: string, use: (handle: number) => void): void {
  const handle = openSync(path, flags, 0o600);
  try {
    use(handle);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function said<T>(what: string, doing: () => T): T {
  try {
    return doing();
  } catch (fault) {
    if (fault instanceof ConfigError) throw fault;
    throw new ConfigError(`${VARIABLE} ${what} (${systemCode(fault) || 'an unexpected fault'})`, { cause: fault });
  }
}
