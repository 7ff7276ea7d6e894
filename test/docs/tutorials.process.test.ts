import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { ADMIN_KEY, type RunningService, startProcess, temporaryDataDir } from '../support/running-service.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The addresses of the tutorials; a test uses free ports in their place. */
const PORTS = [3000, 3001, 4000, 8080, 8091, 8092];

/**
 * The test answers on descriptor 4 when what was started last listens on the port, or has ended. Ctrl-C in the terminal
 * of the recorder, which then sends all it has.
 */
const FUNCTIONS = `recorder=
await_port() { echo "$1 $!" >&3; read -r state <&4; [ "$state" = listening ]; }
stop_recorder() { if [ -n "$recorder" ]; then kill "$recorder"; wait "$recorder" || true; recorder=; fi; }
`;

/**
 * One script of the blocks of a page, in their order: `sh run` runs, `sh background <address>` runs beside it from the
 * moment when it listens on the address, and all `python run` blocks are one program.
 * The recorder is stopped before a replay.
 */
function scriptOf(tutorial: string): string {
  const python: string[] = [];
  const parts = [...tutorial.matchAll(/^```(sh|python) (run|background)(?: 127\.0\.0\.1:(\d+))?\n(.*?)^```/gms)].map(
    ([, language, kind, port, text = '']) => {
      if (language === 'python') python.push(text);
      if (language === 'python') return '';
      if (kind === 'background')
        return `${text.trimEnd()} &\n${text.startsWith('replay record') ? 'recorder=$!\n' : ''}await_port ${port}\n`;
      return text.includes('replay trigger') ? `stop_recorder\n${text}` : text;
    },
  );
  if (python.length > 0) parts.push(`python3 - <<'PYTHON'\n${python.join('\n')}PYTHON\n`);
  return [FUNCTIONS, ...parts].join('\n');
}

const { dataDir, remove } = temporaryDataDir();
const work = temporaryDataDir();
let service: RunningService;
const ports = new Map<number, number>();
const groups: ChildProcess[] = [];

/** Runs a page with free ports, and ends what it started in the background. Resolves with its output. */
function run(script: string): Promise<{ code: number | null; output: string }> {
  const own = [...ports].reduce(
    (text, [theirs, ours]) => text.replaceAll(new RegExp(`\\b${theirs}\\b`, 'g'), `${ours}`),
    script,
  );
  writeFileSync(join(work.dataDir, 'page.sh'), own);
  const child = spawn('bash', ['-eu', '-o', 'pipefail', 'page.sh'], {
    cwd: work.dataDir,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
    env: {
      PATH: `${work.dataDir}:${process.env.PATH}`,
      HOME: work.dataDir,
      XDG_CONFIG_HOME: join(work.dataDir, 'config'),
      SVC_URL: service.url,
      SVC_TOKEN: ADMIN_KEY,
    },
  });
  groups.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += String(text)));
  const [, , , asked, answers] = child.stdio as [null, Readable, Readable, Readable, Writable]; // as of the options
  createInterface({ input: asked }).on('line', async (line) => {
    const [port = 0, pid = 0] = line.split(' ').map(Number);
    await expect.poll(async () => !isRunning(pid) || (await isListening(port))).toBe(true);
    answers.write(isRunning(pid) ? 'listening\n' : 'gone\n');
  });
  let code: number | null = null;
  child.once('exit', (exitCode) => {
    code = exitCode;
    end(child);
  });
  return new Promise((resolve) => child.once('close', () => resolve({ code, output })));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const answer = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'close').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return answer;
}

/** Ends the process group of a page: what runs in its background, which the page leaves running. */
function end({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

const page = (name: string) => readFileSync(join(ROOT, 'docs/tutorials', name), 'utf8');

beforeAll(async () => {
  service = await startProcess({ dataDir, port: await freePort(), env: { SVC_NOISE_REDUCTION: 'rules' } });
  for (const port of PORTS) ports.set(port, await freePort());
  const entry = process.env.CLI_BUNDLE ?? join(ROOT, 'bin/replay.ts');
  writeFileSync(join(work.dataDir, 'replay'), `#!/bin/sh\nexec ${process.execPath} ${entry} "$@"\n`, { mode: 0o755 });
});

afterAll(async () => {
  for (const child of groups) end(child);
  expect(await service.stop()).toBe(0);
  remove();
  work.remove();
});

describe('a page of docs/tutorials', () => {
  test('fails if a background command ends before it listens', async () => {
    const { code } = await run(scriptOf('```sh background 127.0.0.1:3000\nfalse\n```\n```sh run\necho on\n```\n'));
    expect(code).toBe(1);
  });

  test('describes what its commands do: your-app.md, expected-change.md, continuous-recording.md, ci.md and evaluate-a-build.md', async () => {
    const pages = ['your-app.md', 'expected-change.md', 'continuous-recording.md', 'ci.md'];
    const python = spawnSync('python3', ['--version']).status === 0;
    if (python) pages.push('evaluate-a-build.md');
    const { code, output } = await run(pages.map((name) => scriptOf(page(name))).join('\n'));
    expect(code, output).toBe(0);
    expect(output).toContain('\nNEEDS_ACTION: ');
    expect(output).toMatch(/needs action {2}FIELD_VALUE {2}total +GET \/orders\/\{id\} {2}9 of 9/);
    expect(output, 'times are noise').not.toMatch(/needs action +FIELD_VALUE +at /);
    expect(output).toContain('\nCLEAN: ');
    expect(output).toContain('"findings":{"state":"CLEAN"');
    expect(output).toContain('failing requests: 9 → 0; state: NEEDS_ACTION → CLEAN');
    expect(output).toContain('9 requests expected in total.');
    if (python)
      for (const line of ['build-1 -> pass', 'build-2 -> fail', 'build-1.2 pass observed 1 baseline 1 delta 0'])
        expect(output).toContain(line);
  });

  test('reaches the account by a recorded login and by a login step: app-with-login.md', async () => {
    const { code, output } = await run(scriptOf(page('app-with-login.md')));
    expect(code, output).toBe(0);
    expect(output).toContain('{"name":"Ada","credit":5}');
    expect(output.match(/needs action {2}FIELD_VALUE {2}credit {2}GET \/account {2}1 of 1/g)).toHaveLength(2);
  });

  test('gets recorded answers of the inventory and finds the changed call: side-effects.md', async () => {
    const { code, output } = await run(scriptOf(page('side-effects.md')));
    expect(code, output).toBe(0);
    expect(output).toContain('{"stock":5}{"stock":4}{"stock":4}');
    expect(output).toContain('downstream calls: answered from recordings: 3 calls');
    expect(output).toContain('inventory POST /reserve/{id} query.amount');
  });
});
