import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * Starts a server of this folder in its own process, so that it does not share the event loop of the bench. Its first
 * line is its URL.
 */
export async function startScript(
  running: AsyncDisposableStack,
  script: string,
  args: readonly string[] = [],
): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit');
  running.defer(async () => {
    child.kill('SIGTERM');
    await gone;
  });
  const url = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    gone.then(() => Promise.reject(new Error(`${script} ended before it listened`))),
  ]);
  return String(url[0]);
}
