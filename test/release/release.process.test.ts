import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { buildRelease, PACKAGES } from '../../release/build.ts';
import { buildDeployment } from '../../release/build-deployment.ts';
import { pageRunner, scriptOf } from '../support/docs/page-scripts.ts';
import { freePort } from '../support/free-port.ts';
import { ADMIN_KEY, startProcess, temporaryDataDir } from '../support/running-service.ts';

const ROOT = join(import.meta.dirname, '../..');
const MIB = 1024 * 1024;
const built = temporaryDataDir();
const empty = temporaryDataDir();
const release = (name: string) => join(built.dataDir, name);
/** A test of its own has the deployment, whose functions take half a minute to bundle. */
const QUICK = PACKAGES.filter((build) => build !== buildDeployment);
let files: string[] = [];

beforeAll(async () => {
  files = await buildRelease(release('first'), QUICK);
});

afterAll(() => {
  built.remove();
  empty.remove();
});

const packages = () => files.filter((file) => file.endsWith('.tgz'));
const digestOf = (file: string) =>
  createHash('sha256')
    .update(readFileSync(join(release('first'), file)))
    .digest('hex');
const contents = (file: string) => execFileSync('tar', ['tzf', join(release('first'), file)], { encoding: 'utf8' });

describe('a release', () => {
  test('is equal byte for byte when it is built again', async () => {
    await buildRelease(release('second'), QUICK);
    const sums = (name: string) => readFileSync(join(release(name), 'SHA256SUMS'), 'utf8');
    expect(sums('second')).toBe(sums('first'));
    const digests = files.filter((file) => file !== 'SHA256SUMS').map((file) => `${digestOf(file)}  ${file}\n`);
    expect(sums('first')).toBe(digests.join(''));
  });

  test('has no test, source map, secret or path of the machine that built it', () => {
    for (const file of packages()) {
      expect(contents(file), file).not.toMatch(/\.map$|\.test\.|master\.key|\.env/m);
      const text = execFileSync('tar', ['xzOf', join(release('first'), file)], { maxBuffer: 64 * MIB }).toString(
        'latin1',
      );
      expect(text.includes(ROOT), file).toBe(false);
    }
    expect(readFileSync(release('first/replay-linux-x64')).includes(ROOT)).toBe(false);
  });

  test('installs without a network, and leads from an empty directory to the first finding: install.md', async () => {
    for (const file of packages()) copyFileSync(join(release('first'), file), join(empty.dataDir, file));
    const env = {
      PATH: process.env.PATH ?? '',
      HOME: empty.dataDir,
      npm_config_offline: 'true',
      npm_config_update_notifier: 'false',
    };
    const runner = await pageRunner({
      cwd: empty.dataDir,
      env,
      named: new Map([3000, 3001, 8090].map((port) => [port, null])),
    });
    onTestFinished(() => runner.end());
    const { code, output } = await runner.run(scriptOf(readFileSync(join(ROOT, 'docs/install.md'), 'utf8')));
    expect(code, output).toBe(0);
    expect(output).toMatch(/needs action {2}FIELD_VALUE {2}total {2}GET \/orders\/\{id\} {2}3 of 3/);
    expect(output).toContain('exit code 1');
    expect(output).toContain('shop: 3 recordings');
    expect(readFileSync(join(empty.dataDir, 'replay.xml'), 'utf8')).toContain('<failure');
  });

  test('has a command line in one executable, which needs no Node', async () => {
    const { dataDir, remove } = temporaryDataDir();
    const service = await startProcess({ dataDir, port: await freePort() });
    onTestFinished(() => service.kill().then(remove));
    const env = { SVC_URL: service.url, SVC_TOKEN: ADMIN_KEY };
    const executable = release('first/replay-linux-x64');
    const run = (...args: string[]) =>
      spawnSync(executable, args, { env: { ...env, PATH: empty.dataDir, HOME: empty.dataDir }, encoding: 'utf8' });
    expect(run('--version').stdout.trim()).toBe(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version);
    expect(run('doctor').stdout).toMatch(/^ok {4}service/m);
    expect(run('trigger').stderr).toContain('--app-id');
    const licences = readFileSync(`${executable}.LICENSES.txt`, 'utf8');
    for (const name of ['commander', 'Node.js', 'undici']) expect(licences).toContain(name);
  });

  test('has a client whose types know the paths and responses of the API', () => {
    const faultsOf = (body: string) => {
      writeFileSync(
        join(empty.dataDir, 'typed.mts'),
        `import { serviceClient } from 'replay-regression-client';\nconst service = serviceClient({ url: '' });\n${body}\n`,
      );
      const args = '--ignoreConfig --noEmit --strict --target es2023 --module nodenext --lib es2023,dom typed.mts';
      return spawnSync(join(ROOT, 'node_modules/.bin/tsc'), args.split(' '), { cwd: empty.dataDir, encoding: 'utf8' })
        .stdout;
    };
    const read = "const { data } = await service.GET('/api/recorder/apps');\n";
    expect(faultsOf(`${read}export const first: string | undefined = data?.items[0]?.appId;`)).toBe('');
    expect(faultsOf(`${read}export const first: number | undefined = data?.items[0]?.appId;`)).toContain('TS2322');
    expect(faultsOf("await service.GET('/api/recorder/nothing');")).toContain('typed.mts(3,');
  });

  test.for([
    ['replay-regression-agent', 2],
    ['replay-regression-client', 1],
    ['replay-regression-cli', 4],
    ['replay-regression-service', 25],
  ] as const)('has a package %s of at most %d MiB when it is installed', ([name, max]) => {
    const folder = join(empty.dataDir, 'node_modules', name);
    const sizes = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)).byteLength);
    expect(sizes.reduce((sum, size) => sum + size, 0) / MIB).toBeLessThan(max);
  });
});
