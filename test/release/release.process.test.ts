import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { buildRelease } from '../../release/build.ts';
import { freePort } from '../support/free-port.ts';
import { builtRelease, QUICK } from '../support/release/built-release.ts';
import { ADMIN_KEY, startProcess, temporaryDataDir } from '../support/running-service.ts';

const ROOT = join(import.meta.dirname, '../..');
const MIB = 1024 * 1024;
const again = temporaryDataDir();
let first = '';
let files: string[] = [];

beforeAll(async () => {
  first = await builtRelease();
  files = readdirSync(first).sort();
});

afterAll(() => again.remove());

const packages = () => files.filter((file) => file.endsWith('.tgz'));
const digestOf = (file: string) =>
  createHash('sha256')
    .update(readFileSync(join(first, file)))
    .digest('hex');
const contents = (file: string) => execFileSync('tar', ['tzf', join(first, file)], { encoding: 'utf8' });

describe('a release', () => {
  test('has these files', () => {
    const names = packages().map((file) => file.replace(/-\d+\.\d+\.\d+\.tgz$/, ''));
    expect(names).toEqual(['agent', 'cli', 'client', 'service'].map((name) => `replay-regression-${name}`));
    expect(files.filter((file) => !file.endsWith('.tgz'))).toEqual([
      'SHA256SUMS',
      'cli.Containerfile',
      'compose.yaml',
      'grafana-dashboard.json',
      'kubernetes.yaml',
      'openapi.json',
      'replay-backup.service',
      'replay-backup.timer',
      'replay-linux-arm64',
      'replay-linux-arm64.LICENSES.txt',
      'replay-linux-x64',
      'replay-linux-x64.LICENSES.txt',
      'replay-service.env',
      'replay-service.service',
      'sbom.cdx.json',
      'service.Containerfile',
    ]);
  });

  test('is equal byte for byte when it is built again', async () => {
    const { files: built, leftOut } = await buildRelease(join(again.dataDir, 'second'), QUICK);
    expect({ files: built.toSorted(), leftOut }).toEqual({ files, leftOut: [] });
    const sums = (folder: string) => readFileSync(join(folder, 'SHA256SUMS'), 'utf8');
    expect(sums(join(again.dataDir, 'second'))).toBe(sums(first));
    const digests = files.filter((file) => file !== 'SHA256SUMS').map((file) => `${digestOf(file)}  ${file}\n`);
    expect(sums(first)).toBe(digests.join(''));
  });

  test('has no test, source map, secret or path of the machine that built it', () => {
    for (const file of packages()) {
      expect(contents(file), file).not.toMatch(/\.map$|\.test\.|master\.key|\.env/m);
      const text = execFileSync('tar', ['xzOf', join(first, file)], { maxBuffer: 64 * MIB }).toString('latin1');
      expect(text.includes(ROOT), file).toBe(false);
    }
    for (const arch of ['x64', 'arm64'])
      expect(readFileSync(join(first, `replay-linux-${arch}`)).includes(ROOT), arch).toBe(false);
  });

  test('has a command line in one executable, which needs no Node', async () => {
    const { dataDir, remove } = temporaryDataDir();
    const service = await startProcess({ dataDir, port: await freePort() });
    onTestFinished(() => service.kill().then(remove));
    const env = { SVC_URL: service.url, SVC_TOKEN: ADMIN_KEY, PATH: again.dataDir, HOME: again.dataDir };
    const executable = join(first, 'replay-linux-x64');
    const run = (...args: string[]) => spawnSync(executable, args, { env, encoding: 'utf8' });
    expect(run('--version').stdout.trim()).toBe(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version);
    expect(run('doctor').stdout).toMatch(/^ok {4}service/m);
    expect(run('trigger').stderr).toContain('--app-id');
    const licences = readFileSync(`${executable}.LICENSES.txt`, 'utf8');
    for (const name of ['commander', 'Node.js', 'undici']) expect(licences).toContain(name);
  });
});
