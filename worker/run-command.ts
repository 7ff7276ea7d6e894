import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Maximum output of a command. */
const MAX_BYTES = 500 * 1024 * 1024;
/** How long a command may take to end after SIGTERM. */
const GRACE_MS = 10_000;

export interface CommandRun {
  /** Null if a signal ended it. */
  exitCode: number | null;
  output: Buffer;
}

/**
 * Runs a command with its input on stdin; its stderr goes to ours. When the signal aborts, it and everything that it
 * has started are terminated, and killed 10 seconds later; so is what it leaves running when it ends.
 */
export async function runCommand(
  [program = '', ...given]: readonly string[],
  { input, folder, env, signal }: { input: string; folder: string; env: Record<string, string>; signal: AbortSignal },
): Promise<CommandRun> {
  // The command gets no key of the worker, by either name.
  const { SVC_TOKEN: _, REPLAY_API_KEY: __, ...inherited } = process.env;
  const child = spawn(program, given, {
    cwd: folder,
    env: { ...inherited, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
    // A separate process group, so that child processes end with it.
    detached: true,
  });
  const parts: Buffer[] = [];
  let size = 0;
  child.stdout.on('data', (part: Buffer) => {
    size += part.byteLength;
    if (size > MAX_BYTES) end('SIGKILL');
    else parts.push(part);
  });
  // A command that does not read its input closes it.
  child.stdin.on('error', () => {});
  child.stdin.end(input);

  function end(how: NodeJS.Signals): void {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, how);
    } catch {
      // It has already ended.
    }
  }
  let killing: NodeJS.Timeout | undefined;
  const stop = () => {
    end('SIGTERM');
    killing ??= setTimeout(() => end('SIGKILL'), GRACE_MS);
  };
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  // Processes that it leaves behind may hold its output open forever.
  child.once('exit', stop);
  try {
    const [exitCode] = await once(child, 'close');
    return { exitCode, output: Buffer.concat(parts) };
  } finally {
    clearTimeout(killing);
    signal.removeEventListener('abort', stop);
  }
}
