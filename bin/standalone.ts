import { ConfigError, standaloneConfig } from '../functions/platform/settings/config.ts';
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
  process.stderr.write(`${startFault(fault)}\n`);
  process.exit(1);
}

/** One line that names what stopped the start. */
function startFault(fault: unknown): string {
  if (fault instanceof ConfigError) return fault.message;
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : 'an unexpected fault';
  if (code === 'EADDRINUSE') return 'PORT is already in use';
  return `the service could not start (${code})`;
}
