import { spawnSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { pageCommands } from '../support/docs/page-commands.ts';
import { pageRunner, scriptOf } from '../support/docs/page-scripts.ts';
import { builtRelease } from '../support/release/built-release.ts';
import { PRINT_TIMES, RUN_PIPELINE, secondsOf } from '../support/release/journey-script.ts';
import { temporaryDataDir } from '../support/running-service.ts';

const ROOT = join(import.meta.dirname, '../..');
const MIB = 1024 * 1024;
/** What a newcomer may have to enter, and the processor time that it may take, in seconds. */
const MAX_COMMANDS = 10;
const MAX_PROCESSOR_TIME = 60;
/** An empty directory without a checkout. */
const empty = temporaryDataDir();
const page = readFileSync(join(ROOT, 'docs/install.md'), 'utf8');
const [journey = '', program = ''] = page.split('## A program of your own');

afterAll(() => empty.remove());

describe('the packages of a release', () => {
  test('lead from an empty directory to the first finding and a pipeline in ten commands, without a network', async () => {
    const release = await builtRelease();
    for (const file of readdirSync(release).filter((name) => name.endsWith('.tgz')))
      copyFileSync(join(release, file), join(empty.dataDir, file));
    const runner = await pageRunner({
      cwd: empty.dataDir,
      env: {
        PATH: process.env.PATH ?? '',
        HOME: empty.dataDir,
        npm_config_offline: 'true',
        npm_config_update_notifier: 'false',
      },
      named: new Map([3000, 3001, 8090].map((port) => [port, null])),
    });
    onTestFinished(() => runner.end());
    const [first, second] = [scriptOf(journey), scriptOf(program)];
    const { code, output } = await runner.run([first, RUN_PIPELINE, second, PRINT_TIMES].join('\n'));
    expect(code, output).toBe(0);
    expect(output).toMatch(/needs action {2}FIELD_VALUE {2}total {2}GET \/orders\/\{id\} {2}3 of 3/);
    expect(output).toContain('exit code 1');
    expect(output).toContain('json schema validated');
    expect(output).toMatch(/FAIL 1\b/);
    expect(output).toContain('pipeline ends with 1');
    expect(readFileSync(join(empty.dataDir, 'replay.xml'), 'utf8')).toContain('<failure');
    expect(output).toContain('shop: 3 recordings');
    const [commands, seconds] = [pageCommands(journey).length, secondsOf(output)];
    process.stdout.write(`install.md: ${commands} commands, ${seconds.toFixed(1)} s of processor time\n`);
    expect(commands).toBeLessThanOrEqual(MAX_COMMANDS);
    expect(seconds).toBeGreaterThan(1);
    expect(seconds).toBeLessThan(MAX_PROCESSOR_TIME);
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
