import { Logger } from '@aws-lambda-powertools/logger';
import type { Config } from './settings/config.ts';
import type { Log } from './world.ts';

/** The logger of a process: one JSON line per entry on stdout (warnings and errors on stderr), the same in both worlds. */
export const powertoolsLogger = (level: Config['logLevel']): Logger =>
  new Logger({ serviceName: 'replay-regression', logLevel: level });

/** The Log port over a logger. */
export const logOver = (logger: Logger): Log => ({
  debug: (message, facts = {}) => logger.debug(message, facts),
  info: (message, facts = {}) => logger.info(message, facts),
  warn: (message, facts = {}) => logger.warn(message, facts),
  error: (message, facts = {}) => logger.error(message, facts),
});

/** The Log port at a level. */
export const powertoolsLog = (level: Config['logLevel']): Log => logOver(powertoolsLogger(level));
