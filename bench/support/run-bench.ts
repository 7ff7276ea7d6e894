import type { Figure } from './figure.ts';

/** Default timeout of a bench. A bench that exceeds it has found a bug. */
const DEFAULT_TIMEOUT_MS = 120_000;

/** Runs a bench, prints its figures and stops everything it started, also after an error, Ctrl-C or a timeout. */
export async function runBench(
  title: string,
  bench: (running: AsyncDisposableStack) => Promise<readonly Figure[]>,
  { timeoutMs = DEFAULT_TIMEOUT_MS }: { timeoutMs?: number } = {},
): Promise<void> {
  const running = new AsyncDisposableStack();
  const broken = new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => reject(new Error(`ended by ${signal}`)));
    setTimeout(() => reject(new Error('the bench took too long')), timeoutMs).unref();
  });
  try {
    const figures = await Promise.race([bench(running), broken]);
    const width = Math.max(...figures.map(({ name }) => name.length));
    const lines = figures.map(({ name, value }) => `  ${name.padEnd(width)}  ${value}`);
    process.stdout.write(`${[title, ...lines].join('\n')}\n`);
  } catch (fault) {
    process.stderr.write(`${title}: ${fault instanceof Error ? fault.message : 'an unexpected fault'}\n`);
    process.exitCode = 1;
  } finally {
    await running.disposeAsync();
  }
  process.exit();
}
