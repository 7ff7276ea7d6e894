import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import type { ProcessUse } from './process-use.ts';

/** An application of `bench:agent` in its own process. */
export interface Application {
  url: string;
  use(): Promise<ProcessUse>;
}

export interface StartOptions {
  inventory: string;
  service: string;
  /** Folder of the built agent. */
  agent: string;
  /** The share of requests to record; without it, the application runs without the agent. */
  sample?: string;
  /** The mode of the agent. Default: record. */
  mode?: 'record' | 'both' | 'replay';
  /** µs of processor time that a thread of it wastes for each request. */
  micros?: number;
}

/** Starts an application, which ends with the bench. */
export async function startApplication(
  running: AsyncDisposableStack,
  { inventory, service, agent, sample, mode = 'record', micros = 0 }: StartOptions,
): Promise<Application> {
  const load = sample === undefined ? [] : ['--import', pathToFileURL(join(agent, 'register.mjs')).href];
  const script = join(import.meta.dirname, 'application.ts');
  const child = spawn(process.execPath, [...load, script, inventory, String(micros)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...(sample !== undefined && {
        SVC_URL: service,
        REPLAY_APP: 'bench',
        REPLAY_MODE: mode,
        REPLAY_SAMPLE: sample,
        REPLAY_SAMPLE_PER_MINUTE: '10000000',
      }),
    },
  });
  running.defer(async () => {
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const url = String(line);
  // Of application.ts.
  return { url, use: async () => (await (await fetch(`${url}/use`)).json()) as ProcessUse };
}
