import { Console } from 'node:console';
import { Logger } from '@aws-lambda-powertools/logger';
import type { Config } from './settings/config.ts';
import type { Log } from './world.ts';

/** The logger of a process: one JSON line per entry on stdout, whatever its level, the same in both worlds. */
export function powertoolsLogger(level: Config['logLevel']): Logger {
  const logger = new Logger({ serviceName: 'replay-regression', logLevel: level });
  // The console of the library writes warnings and errors to stderr, which collectors of stdout miss; no option changes
  // that. With POWERTOOLS_DEV the console is the global one and stays.
  const { console: own } = Object(logger);
  if (own !== console) Object.assign(logger, { console: new Console(process.stdout) });
  return logger;
}

/** The Log port over a logger. */
export const logOver = (logger: Logger): Log => ({
  debug: (message, facts = {}) => logger.debug(message, facts),
  info: (message, facts = {}) => logger.info(message, facts),
  warn: (message, facts = {}) => logger.warn(message, facts),
  error: (message, facts = {}) => logger.error(message, facts),
});

/** The Log port at a level. */
export const powertoolsLog = (level: Config['logLevel']): Log => logOver(powertoolsLogger(level));
