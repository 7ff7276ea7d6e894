import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { NODE_ARGUMENTS } from '../../functions/platform/standalone/node-arguments.ts';
import { type DemoProcess, startProcess } from './child-process.ts';

const ENTRY = join(import.meta.dirname, '../../bin/standalone.ts');
const START_MS = 15_000;

export interface ServiceStart {
  dataDir: string;
  adminKey: string;
  /** Registers the process before it starts, so that every exit path ends it. */
  running: AsyncDisposableStack;
}

export interface ServiceProcess {
  url: string;
  /** The one-time link for the local login that the service printed; null until it has. */
  loginLink(): string | null;
}

const LINK = /http:\S+\/console\/login\/local\?code=\S+/;

/** Starts the real service as a child process on a free loopback port; resolves when it responds. */
export async function startService({ dataDir, adminKey, running }: ServiceStart): Promise<ServiceProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const service = startProcess([...NODE_ARGUMENTS, ENTRY], {
    running,
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
  if (await answers(url, service)) return { url, loginLink: () => LINK.exec(service.output())?.[0] ?? null };
  throw new Error(`the service did not start:\n${service.output()}`);
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

async function answers(url: string, { isRunning }: DemoProcess): Promise<boolean> {
  const deadline = performance.now() + START_MS;
  while (isRunning() && performance.now() < deadline) {
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
