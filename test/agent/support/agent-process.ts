import { type ChildProcess, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { registerUrl } from './built-agent.ts';
import { signedHeaders } from './replay-headers.ts';

/** An application under the agent, in its own process. */
export interface AgentProcess {
  url: string;
  pid: number | undefined;
  output(): string;
  /** Requests a path of it; headers of a replay get the signature of the fake service. */
  get(path: string, headers?: Record<string, string>): Promise<{ status: number; text: string; headers: Headers }>;
  post(path: string, body: string, headers?: Record<string, string>): Promise<{ status: number; text: string }>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface AgentProcessOptions {
  /** A file of test/agent/apps. */
  app: string;
  /** Null: without the agent. */
  service: string | null;
  mode?: 'record' | 'replay' | 'both';
  env?: Readonly<Record<string, string>>;
  /** The Node to run; default: that of the tests. */
  node?: string;
}

const APPS = join(import.meta.dirname, '../apps');

/** Starts an application, which writes `listening <port>` once it serves. */
export async function startWithAgent({ app, service, mode, env, node }: AgentProcessOptions): Promise<AgentProcess> {
  const load = service === null ? [] : ['--import', await registerUrl()];
  const child = spawn(node ?? process.execPath, [...load, resolve(APPS, app)], {
    env: {
      PATH: process.env.PATH,
      ...(service !== null && { SVC_URL: service, REPLAY_APP: 'shop', REPLAY_SAMPLE_PER_MINUTE: '1000000' }),
      // Machines that run tests are busy.
      REPLAY_WAIT_MS: '5000',
      ...(mode && { REPLAY_MODE: mode }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const port = await new Promise<string>((resolvePort, reject) => {
    const keep = (text: Buffer) => {
      output += text;
      const [, found] = /listening (\d+)/.exec(output) ?? [];
      if (found !== undefined) resolvePort(found);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('exit', () => reject(new Error(`the application ended: ${output}`)));
  });
  const url = `http://127.0.0.1:${port}`;
  const send = async (path: string, init: RequestInit) => {
    const answer = await fetch(`${url}${path}`, init);
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  };
  return {
    url,
    pid: child.pid,
    output: () => output,
    get: (path, headers = {}) => send(path, { headers: signedHeaders('GET', path, headers) }),
    post: (path, body, headers = {}) =>
      send(path, { method: 'POST', body, headers: signedHeaders('POST', path, headers) }),
    stop: (signal = 'SIGTERM') => stopped(child, signal),
  };
}

function stopped(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolveEnd) => {
    child.once('exit', () => resolveEnd());
    child.kill(signal);
  });
}
