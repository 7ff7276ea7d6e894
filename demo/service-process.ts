import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { NODE_ARGUMENTS } from '../functions/platform/standalone/node-arguments.ts';

const ENTRY = join(import.meta.dirname, '../bin/standalone.ts');
const START_MS = 15_000;
const STOP_MS = 5_000;
const KEPT_OUTPUT = 4_000;

export interface ServiceStart {
  dataDir: string;
  adminKey: string;
  /** Registers the process before it starts, so that every exit path ends it. */
  running: AsyncDisposableStack;
}

/** Starts the real service as a child process on a free loopback port; resolves when it responds. */
export async function startService({ dataDir, adminKey, running }: ServiceStart): Promise<{ url: string }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  const kill = () => child?.kill('SIGKILL');
  running.defer(async () => {
    if (child) await ended(child);
    process.off('exit', kill);
  });
  process.once('exit', kill);
  child = spawn(process.execPath, [...NODE_ARGUMENTS, ENTRY], {
    env: {
      ...withoutSettings(process.env),
      PORT: String(port),
      SVC_PUBLIC_URL: url,
      SVC_DATA_DIR: dataDir,
      SVC_ADMIN_KEY: adminKey,
      SVC_LOG_LEVEL: 'WARN',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = lastOutput(child);
  if (await answers(url, child)) return { url };
  throw new Error(`the service did not start:\n${output()}`);
}

/** Settings of the shell must not affect the demo's service. */
const withoutSettings = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !/^(SVC_.*|HOST|PORT)$/.test(name)));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('there is no free port');
  return address.port;
}

/** Drains the child's output, so that it never blocks, and keeps the end of it. */
function lastOutput({ stdout, stderr }: ChildProcess): () => string {
  let kept = '';
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      kept = (kept + text).slice(-KEPT_OUTPUT);
    });
  }
  return () => kept;
}

async function answers(url: string, child: ChildProcess): Promise<boolean> {
  const deadline = performance.now() + START_MS;
  while (isRunning(child) && performance.now() < deadline) {
    const status = await request(`${url}/healthz`, { headersTimeout: 1_000 }).then(
      async ({ statusCode, body }) => {
        await body.dump();
        return statusCode;
      },
      () => 'not listening yet' as const,
    );
    if (status === 200) return true;
    await sleep(50);
  }
  return false;
}

async function ended(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  const insist = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await exit;
  clearTimeout(insist);
}

const isRunning = ({ pid, exitCode, signalCode }: ChildProcess) =>
  pid !== undefined && exitCode === null && signalCode === null;
