import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

interface ShopOptions {
  /** A build with every planted change. */
  planted?: boolean;
  firstId?: number;
  tokenSeconds?: number;
  /** Environment that moves its clock (movedClock). */
  clock?: Readonly<Record<string, string>>;
}

/** Starts one build of the shop in its own process, which ends with `running`; returns its address. */
export async function startSessionShop(
  running: AsyncDisposableStack,
  { planted = false, firstId = 1, tokenSeconds = 1, clock = {} }: ShopOptions,
): Promise<string> {
  const args = [
    '--first-id',
    String(firstId),
    '--token-seconds',
    String(tokenSeconds),
    ...(planted ? ['--planted'] : []),
  ];
  const child = spawn(process.execPath, [join(import.meta.dirname, 'serve-session-shop.ts'), ...args], {
    env: { PATH: process.env.PATH, ...clock },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit');
  running.defer(async () => {
    child.kill('SIGTERM');
    await gone;
  });
  const [url] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    gone.then(() => Promise.reject(new Error('the shop ended before it listened'))),
  ]);
  return String(url);
}
