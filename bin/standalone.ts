import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

// A start compiles 900 sources, which takes most of its time; the next one reads what this one has compiled, so everything
// else is imported after this line. Where the folder cannot be written, nothing is kept.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'));
const { standaloneConfig } = await import('../functions/platform/settings/config.ts');
const { startFault } = await import('../functions/platform/standalone/start-fault.ts');
const { startService } = await import('./standalone/service.ts');

/** `npm start`: the whole service in one process. */
try {
  const service = await startService(standaloneConfig(process.env));
  process.stderr.write(`Replay Regression Service listens on ${service.url}\n`);
  // A process that is killed keeps nothing by itself.
  setImmediate(flushCompileCache);
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      service.close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
} catch (fault) {
  process.stderr.write(`${startFault('the service', fault)}\n`);
  process.exit(1);
}
