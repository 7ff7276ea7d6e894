import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { expect } from 'vitest';
import { freePort } from '../free-port.ts';
import { isRunning } from '../made/is-running.ts';
import { isListening } from './is-listening.ts';

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
export function scriptOf(tutorial: string): string {
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

/** Where pages run. */
export interface PageFolder {
  cwd: string;
  env: Readonly<Record<string, string>>;
  /** The ports of the pages, with those that stand for them; null for a free one. */
  named: ReadonlyMap<number, number | null>;
  /** What a person types while a page runs. Default: nothing. */
  typed?: Readable;
}

/** Runs pages with free ports in a folder; what they leave running ends with `end`. */
export async function pageRunner({ cwd, env, named, typed }: PageFolder) {
  const ports = new Map<number, number>();
  for (const [port, given] of named) ports.set(port, given ?? (await freePort()));
  const groups: ChildProcess[] = [];

  /** Runs a page, and ends what it started in the background. Resolves with its output. */
  function run(script: string): Promise<{ code: number | null; output: string }> {
    const own = [...ports].reduce(
      (text, [theirs, ours]) => text.replaceAll(new RegExp(`\\b${theirs}\\b`, 'g'), `${ours}`),
      script,
    );
    writeFileSync(join(cwd, 'page.sh'), own);
    const child = spawn('bash', ['-eu', '-o', 'pipefail', 'page.sh'], {
      cwd,
      detached: true,
      stdio: [typed === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
      env,
    });
    groups.push(child);
    if (child.stdin !== null) typed?.pipe(child.stdin, { end: false });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += String(text)));
    const [, , , asked, answers] = child.stdio as [unknown, Readable, Readable, Readable, Writable]; // as of the options
    createInterface({ input: asked }).on('line', async (line) => {
      const [port = 0, pid = 0] = line.split(' ').map(Number);
      await expect.poll(async () => !isRunning(pid) || (await isListening(port))).toBe(true);
      answers.write(isRunning(pid) ? 'listening\n' : 'gone\n');
    });
    let code: number | null = null;
    child.once('exit', (exitCode) => {
      code = exitCode;
      typed?.unpipe();
      end(child);
    });
    return new Promise((resolve) => child.once('close', () => resolve({ code, output })));
  }

  return {
    run,
    end(): void {
      for (const child of groups) end(child);
    },
  };
}

/** Ends the process group of a page: what runs in its background, which the page leaves running. */
function end({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
