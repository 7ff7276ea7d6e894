import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { COMPILED } from '../support/running-service.ts';

/** Tests run the bundle (test/setup/bundle-cli.ts). */
const ENTRY = process.env.CLI_BUNDLE ?? join(import.meta.dirname, '../../bin/replay.ts');

/** A young generation that need not grow first: a command starts in two thirds of the processor time. */
const FAST_START = '--min-semi-space-size=16';

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunningCommand {
  child: ChildProcess;
  /** Resolves when stderr contains `text`. */
  said(text: string): Promise<void>;
  ended: Promise<Ended>;
}

/** How Node starts `replay`; without it, by this process's Node, as a bundle that starts fast. */
export interface Launch {
  node?: string;
  nodeArguments?: readonly string[];
  entry?: string;
}

/** Starts `replay` as its own process. Its environment contains PATH and `env`. */
export function startReplay(
  args: readonly string[],
  env: Record<string, string>,
  stdin = '',
  { node = process.execPath, nodeArguments = [FAST_START], entry = ENTRY }: Launch = {},
): RunningCommand {
  const child = spawn(node, [...nodeArguments, entry, ...args], {
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: COMPILED, ...env },
    stdio: 'pipe',
  });
  let stdout = '';
  let stderr = '';
  const waiting = new Map<string, () => void>();
  const look = () => {
    for (const [text, resolve] of waiting) if (stderr.includes(text)) resolve();
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    look();
  });
  child.stdin.on('error', () => {});
  child.stdin.end(stdin);
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })));
  return {
    child,
    ended,
    said: (text) =>
      new Promise((resolve, reject) => {
        waiting.set(text, resolve);
        ended.then(() => reject(new Error(`it ended and never said "${text}": ${stderr}`)));
        look();
      }),
  };
}
