import { execFileSync, spawn } from 'node:child_process';
import { accessSync, constants, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { cliStage, shop, trigger } from '../../cli/cli-stage.ts';
import { type Ended, startReplay } from '../../cli/replay-process.ts';
import { json, recordedGet } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';
import { call, temporaryDataDir } from '../../support/running-service.ts';
import { mcpClient } from '../mcp/mcp-client.ts';

/** The Node of the machine, which may be older than that of the service; null if there is none. */
function nodeOfMachine(): string | null {
  const folders = (process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('node_modules'));
  const found = folders.map((folder) => join(folder, 'node')).find(isExecutable);
  if (found === undefined) return null;
  const major = Number.parseInt(execFileSync(found, ['--version'], { encoding: 'utf8' }).slice(1), 10);
  return major >= 20 ? found : null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const machine = nodeOfMachine();
const NODES = [process.execPath, ...(machine === null || machine === process.execPath ? [] : [machine])];

const { dataDir: project, remove } = temporaryDataDir();
const environment = (node: string) => ({
  PATH: `${dirname(node)}:${process.env.PATH}`,
  HOME: project,
  npm_config_offline: 'true',
  npm_config_update_notifier: 'false',
});

/** Runs a command in the project. The service answers in another process, so that this one may not block. */
function ran(command: string, args: readonly string[], env: Record<string, string>, stdin = ''): Promise<Ended> {
  const child = spawn(command, args, { cwd: project, env, stdio: 'pipe' });
  const [stdout, stderr]: [string[], string[]] = [[], []];
  child.stdout.setEncoding('utf8').on('data', (text: string) => stdout.push(text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => stderr.push(text));
  child.stdin.on('error', () => {});
  child.stdin.end(stdin);
  return new Promise((resolve) =>
    child.once('close', (code) => resolve({ code, stdout: stdout.join(''), stderr: stderr.join('') })),
  );
}

beforeAll(() => {
  const npm = (...args: string[]) =>
    execFileSync('npm', args, { cwd: project, encoding: 'utf8', env: environment(process.execPath) });
  const packed = npm('pack', dirname(process.env.CLI_BUNDLE ?? ''), '--silent').trim();
  writeFileSync(join(project, 'package.json'), '{ "private": true }');
  npm('install', '--no-audit', '--no-fund', '--silent', `./${packed}`);
  return remove;
});

const { staged, target, cleanUps } = cliStage();

/** The whole lines in a spool, as `<part>: <path>`. */
function spooledBelow(spool: string): string[] {
  const files = readdirSync(spool, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ndjson'));
  return files
    .flatMap((name) =>
      readFileSync(join(spool, name), 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => `${dirname(name)}: ${JSON.parse(line).request.path}`),
    )
    .sort();
}

describe.for(NODES.map((node) => [execFileSync(node, ['--version'], { encoding: 'utf8' }).trim(), node] as const))(
  'the package installed into an empty project on Node %s',
  ([, node]) => {
    test('runs by npx', async () => {
      const { code, stdout } = await ran('npx', ['replay', '--version'], environment(node));
      expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
    });

    test('imports, replays and reports', async () => {
      const stage = await staged();
      const replay = (args: readonly string[], stdin = '') =>
        ran(join(project, 'node_modules/.bin/replay'), args, { ...environment(node), ...stage.env }, stdin);
      const lines = Array.from({ length: 30 }, (_, n) => `/part${n % 10}/${n}`).map((path) =>
        JSON.stringify(recordedGet('shop', path, { path, total: 10 })),
      );
      expect(await replay(['import', '-'], lines.join('\n'))).toMatchObject({ code: 0 });
      const run = await replay(trigger(await target(shop(() => 10)), '--wait', '--json'));
      expect(run.code, run.stderr).toBe(0);
      const { planId } = JSON.parse(run.stdout);
      const status = await replay(['status', planId]);
      expect(status).toMatchObject({ code: 0, stdout: expect.stringMatching(/^CLEAN/m) });
      expect((await replay(['doctor'])).stdout).toMatch(/^ok {4}node /);
    });

    test('serves a coding agent', async () => {
      const stage = await staged();
      const entry = join(project, 'node_modules/replay-regression-cli/replay.mjs');
      const { client, read } = await mcpClient({ env: stage.env, node, entry });
      expect((await client.listTools()).tools.map(({ name }) => name)).toContain('get_findings');
      expect(await read('list_applications')).toEqual({ applications: [] });
    });

    test('gives two recorders a folder each, and sends later what a killed one left', async () => {
      const stage = await staged();
      const url = await target(({ url: path }, response) => json(response, { path }));
      const spool = join(stage.folder, 'spool');
      const program = {
        node,
        nodeArguments: [],
        entry: join(project, 'node_modules/replay-regression-cli/replay.mjs'),
      };
      const recorder = async () => {
        const port = await freePort();
        const args = ['record', '--app-id', 'shop', '--target', url, '--listen', String(port), '--spool', spool];
        const command = startReplay(args, { ...environment(node), ...stage.env }, '', program);
        cleanUps.push(() => command.child.kill('SIGKILL'));
        await command.said('Ctrl-C ends it.');
        return { ...command, send: (path: string) => fetch(`http://127.0.0.1:${port}${path}`) };
      };
      const first = await recorder();
      await stage.kill();
      const second = await recorder();
      await Promise.all(['/first/a', '/first/b'].map(first.send));
      await second.send('/second/a');
      await expect.poll(() => spooledBelow(spool)).toEqual(['1: /first/a', '1: /first/b', '2: /second/a']);
      first.child.kill('SIGKILL');
      await first.ended;

      const third = await recorder();
      await third.said('sent first');
      await stage.restart();
      await expect.poll(() => spooledBelow(spool)).toEqual([]);
      const { items } = (await call(stage.url, 'GET', '/api/recorder/apps/shop/cases')).body;
      expect(items.map(({ operation }: { operation: string }) => operation).sort()).toEqual([
        '/first/a',
        '/first/b',
        '/second/a',
      ]);
      for (const { child, ended } of [second, third]) {
        child.kill('SIGINT');
        const { code, stderr } = await ended;
        expect(code, stderr).toBe(0);
      }
    });
  },
);
