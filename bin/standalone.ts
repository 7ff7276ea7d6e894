import { standaloneConfig } from '../functions/platform/settings/config.ts';
import { startFault } from '../functions/platform/standalone/start-fault.ts';
import { startService } from './standalone/service.ts';

/** `npm start`: the whole service in one process. */
try {
  const service = await startService(standaloneConfig(process.env));
  process.stderr.write(`Replay Regression Service listens on ${service.url}\n`);
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
