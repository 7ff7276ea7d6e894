import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { PATIENCE } from '../patience.ts';

/** A server that a test started. */
export interface RealServer {
  port: number;
  /** Stops it and waits for its end; does nothing the second time. */
  stop(): Promise<void>;
}

/** User and group to run a server as that refuses root; none if the tests are not root. */
export function unprivileged(name: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  for (const user of [name, 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: 'pipe' }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // Another user then.
    }
  }
  return {};
}

/** Starts a server; resolves when its output says that it is ready, rejects with its output if it ends before. */
export async function startServer(
  program: string,
  args: readonly string[],
  {
    port,
    ready,
    signal = 'SIGTERM',
    ...user
  }: { port: number; ready: RegExp; signal?: NodeJS.Signals; uid?: number; gid?: number },
): Promise<RealServer> {
  const child: ChildProcess = spawn(program, args, { ...user, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output = `${output}${chunk}`.slice(-20_000);
      if (ready.test(output)) resolve();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    ended.then(() => reject(new Error(`${program} ended: ${output}`)), reject);
    AbortSignal.timeout(PATIENCE.timeout).addEventListener('abort', () => reject(new Error(`${program}: ${output}`)));
  });
  return {
    port,
    stop: async () => {
      child.kill(signal);
      await ended;
    },
  };
}
