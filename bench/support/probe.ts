import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Probed } from './prober.ts';

/** Asks URLs every 10 ms from a process of its own, so that only the service delays an answer. */
export async function probe(
  running: AsyncDisposableStack,
  urls: readonly string[],
): Promise<{ stop(): Promise<Probed[]> }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'prober.ts'), ...urls], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  running.defer(() => void child.kill());
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  return {
    async stop() {
      const gone = once(child, 'exit');
      child.stdin.write('stop\n');
      const { value } = await lines.next();
      await gone;
      return JSON.parse(String(value));
    },
  };
}
