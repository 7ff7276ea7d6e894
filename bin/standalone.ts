import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

// A start compiles 900 sources, which takes most of its time; the next one reads what this one has compiled, so
// everything else is imported after this line. Where the folder cannot be written, nothing is kept.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'));
const { standaloneConfig } = await import('../functions/platform/settings/config.ts');
const { serverAdvice } = await import('../functions/platform/settings/server-advice.ts');
const { startFault } = await import('../functions/platform/standalone/start-fault.ts');
const { startService } = await import('./standalone/service.ts');

/** `npm start`: the whole service in one process. */
try {
  const config = standaloneConfig(process.env);
  const starting = startService(config);
  let stopping = false;
  // From here on: it answers before it has started whole.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      starting
        .then((service) => service.close())
        .then(
          () => process.exit(0),
          () => process.exit(1),
        );
    });
  }
  const { url, loginLink } = await starting;
  process.stderr.write(`Replay Regression Service listens on ${url}\n`);
  const advice = serverAdvice(config).map((sentence) => `  - ${sentence}\n`);
  if (advice.length > 0) process.stderr.write(`For a team it still needs:\n${advice.join('')}`);
  // Only here: what is logged is kept, and a link is for the person who started the service.
  if (loginLink !== null) process.stderr.write(`Log in as its administrator, once within 10 minutes: ${loginLink}\n`);
  // A process that is killed keeps nothing by itself.
  setImmediate(flushCompileCache);
} catch (fault) {
  process.stderr.write(`${startFault('the service', fault)}\n`);
  process.exit(1);
}
