import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

const STOP_MS = 5_000;
const KEPT_OUTPUT = 4_000;

/** A process of the demo. */
export interface DemoProcess {
  child: ChildProcess;
  isRunning(): boolean;
  /** The end of what it wrote. */
  output(): string;
}

/** Starts Node with these arguments; every exit path of the demo ends the process. */
export function startProcess(
  args: readonly string[],
  { running, ...options }: Pick<SpawnOptions, 'env' | 'stdio'> & { running: AsyncDisposableStack },
): DemoProcess {
  let child: ChildProcess | undefined;
  const kill = () => child?.kill('SIGKILL');
  // Registered before it starts, so that nothing can be left behind.
  running.defer(async () => {
    if (child) await ended(child);
    process.off('exit', kill);
  });
  process.once('exit', kill);
  child = spawn(process.execPath, args, options);
  const started = child;
  return { child: started, isRunning: () => isRunning(started), output: lastOutput(started) };
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
