import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NODE_ARGUMENTS } from '../../functions/platform/standalone/node-arguments.ts';
import { retryRateLimited } from './evaluation/retry-rate-limited.ts';
import { PATIENCE } from './patience.ts';

const ROOT = join(import.meta.dirname, '../..');

/** NODE_COMPILE_CACHE of the many processes that tests start, so that each file is compiled only once. */
export const COMPILED = join(ROOT, 'node_modules/.cache/compiled');

/** Tests start the service out of one file (test/setup/bundle-service.ts), benches as users do. */
const ENTRY = process.env.SERVICE_BUNDLE ?? join(ROOT, 'bin/standalone.ts');

export const ADMIN_KEY = 'test-admin-key-0123456789';

/** A service in its own process, as users start it by `npm start`. */
export interface RunningService {
  url: string;
  dataDir: string;
  pid: number;
  /** The one-time link for the local login that the service prints at its start. */
  loginLink(): Promise<string>;
  /** Output on stdout and stderr so far. */
  output(): string;
  /** Resolves with its exit code after it has ended, for whatever reason. */
  gone: Promise<number | null>;
  /** Sends SIGKILL, like a crash. Resolves when it has ended. */
  kill(): Promise<void>;
  /** Sends SIGTERM, like an operator. Resolves with its exit code. */
  stop(): Promise<number | null>;
}

export interface StartOptions {
  dataDir: string;
  port: number;
  env?: Record<string, string>;
  /** Arguments of node, before the service's own file. */
  nodeArguments?: string[];
  /** A command that runs the rest of its arguments, such as one that prepares a disk. */
  within?: readonly string[];
  /** Headers that /healthz requires. */
  headers?: Record<string, string>;
}

/**
 * Data directories live in memory where there is room: they outlive a SIGKILL there too, and an fsync costs nothing.
 */
function temporaryDirectory(): string {
  if (!existsSync(SHARED_MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(SHARED_MEMORY);
  return bavail * bsize >= MIN_SHARED_MEMORY ? SHARED_MEMORY : tmpdir();
}
const SHARED_MEMORY = '/dev/shm';
const MIN_SHARED_MEMORY = 2 * 1024 ** 3;

/** A temporary SVC_DATA_DIR and the way to remove it. */
export function temporaryDataDir(): { dataDir: string; remove(): void } {
  const dataDir = mkdtempSync(join(temporaryDirectory(), 'replay-service-'));
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) };
}

/** Starts the service and resolves when it answers /healthz. */
export async function startProcess({
  dataDir,
  port,
  env = {},
  nodeArguments = [],
  within = [],
  headers = {},
}: StartOptions): Promise<RunningService> {
  const [command = '', ...given] = [...within, process.execPath, ...NODE_ARGUMENTS, ...nodeArguments, ENTRY];
  const child = spawn(command, given, {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: COMPILED,
      HOST: '127.0.0.1',
      PORT: String(port),
      SVC_DATA_DIR: dataDir,
      SVC_ADMIN_KEY: ADMIN_KEY,
      SVC_SETTLE_SECONDS: '0',
      SVC_NOISE_REDUCTION: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (text: Buffer) => {
    output = (output + text).slice(-1_000_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const gone = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const url = `http://127.0.0.1:${port}`;
  await answering(url, headers, child, () => output);
  return {
    url,
    dataDir,
    pid: child.pid ?? 0,
    loginLink: () => printedLink(() => output),
    output: () => output,
    gone,
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
    stop: () => {
      child.kill('SIGTERM');
      return gone;
    },
  };
}

async function answering(
  url: string,
  headers: Record<string, string>,
  child: ChildProcess,
  output: () => string,
): Promise<void> {
  const until = Date.now() + 60_000;
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`the service ended: ${output()}`);
    const healthy = await fetch(`${url}/healthz`, { headers }).then(
      (answer) => answer.ok,
      () => false,
    );
    if (healthy) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`the service does not answer: ${output()}`);
}

async function printedLink(output: () => string): Promise<string> {
  const until = Date.now() + 60_000;
  while (Date.now() < until) {
    const link = /http:\S+\/console\/login\/local\?code=\S+/.exec(output())?.[0];
    if (link !== undefined) return link;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('the service printed no link for the local login');
}

/** Calls the service as a JSON client. */
export async function call(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const type = body !== undefined && { 'content-type': 'application/json' };
  const answer = await retryRateLimited(() =>
    fetch(`${url}${path}`, {
      method,
      headers: { 'x-api-key': ADMIN_KEY, ...type, ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }),
  );
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: text === '' ? null : JSON.parse(text) };
}

/** Polls a run until it has completed, and its findings are those of today. */
export async function completed(url: string, planId: string, timeoutMs = PATIENCE.timeout) {
  const until = Date.now() + timeoutMs;
  for (;;) {
    const { body } = await call(url, 'GET', `/openapi/v1/replay-runs/${planId}`);
    if (body.status === 'COMPLETED' && !body.findingsPending) return body;
    if (Date.now() > until) throw new Error(`the run did not complete: ${JSON.stringify(body)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
