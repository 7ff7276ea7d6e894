import { Logger } from '@aws-lambda-powertools/logger';
import type { Config } from './settings/config.ts';
import type { Log } from './world.ts';

/** One JSON line per entry on stdout (warnings and errors on stderr), the same in both worlds. */
export function powertoolsLog(level: Config['logLevel']): Log {
  const logger = new Logger({ serviceName: 'replay-regression', logLevel: level });
  return {
    debug: (message, facts = {}) => logger.debug(message, facts),
    info: (message, facts = {}) => logger.info(message, facts),
    warn: (message, facts = {}) => logger.warn(message, facts),
    error: (message, facts = {}) => logger.error(message, facts),
  };
}
