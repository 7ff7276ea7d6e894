import { program } from 'commander';
import { runDemo } from '../demo/run/run-demo.ts';

/** `npm run demo`: records a shop, replays the recording against its next build, and checks the findings. */
const { keep } = program
  .name('demo')
  .description('Records a small shop, replays the recording against its next build and shows what changed.')
  .option('--keep', 'leave the service and both shops running until Ctrl-C', false)
  .parse()
  .opts<{ keep: boolean }>();

const interrupted = new Promise<false>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(false));
});
const broken = new Promise<never>((_, reject) => process.on('uncaughtException', reject));
const running = new AsyncDisposableStack();
try {
  const asPlanted = await Promise.race([runDemo({ keep, running, output: process.stdout }), interrupted, broken]);
  process.exitCode = asPlanted ? 0 : 1;
  if (keep) await Promise.race([interrupted, broken]);
} catch (fault) {
  process.stderr.write(`The demo stopped: ${fault instanceof Error ? fault.message : 'an unexpected fault'}\n`);
  process.exitCode = 1;
} finally {
  await running.disposeAsync();
}
process.exit();
