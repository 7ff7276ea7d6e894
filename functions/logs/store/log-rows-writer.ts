import type { Log, World } from '../../platform/world.ts';
import type { LogRow } from '../domain/log-row.ts';
import { ownLogRow } from '../domain/own-log-row.ts';
import type { Severity } from '../domain/severity.ts';

/** Maximum lines waiting to be stored; further lines are dropped and counted. */
const MAX_BUFFERED_ROWS = 1000;

/** The levels of the settings, ascending, and the severity of their lines. */
const LEVELS: Readonly<Record<'debug' | 'info' | 'warn' | 'error', Severity>> = {
  debug: 'DEBUG',
  info: 'INFO',
  warn: 'WARN',
  error: 'ERROR',
};
const ORDER = Object.values(LEVELS);

export interface LogRowsWriter {
  /** Writes lines to the underlying log, and stores those with a trace. */
  log: Log;
  /** Resolves when every line so far is stored or dropped; call before a process ends or is frozen. */
  settled(): Promise<void>;
}

/**
 * Stores the service's own lines with the rows of applications (interface 2.8), in the background and with limited
 * concurrency: no caller waits for it, and lines that cannot be stored are counted in a line that goes to the
 * underlying log only.
 */
export function logRowsWriter(
  { log, now }: Pick<World, 'log' | 'now'>,
  level: 'DEBUG' | 'INFO' | 'WARN' | 'ERROR' | 'SILENT',
  append: (rows: readonly LogRow[]) => Promise<void>,
): LogRowsWriter {
  let waiting: LogRow[] = [];
  let dropped = 0;
  let writing: Promise<void> | null = null;

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const rows = waiting;
      waiting = [];
      await append(rows).catch(() => {
        dropped += rows.length;
      });
    }
    if (dropped > 0) log.warn('log lines were not stored', { count: dropped });
    dropped = 0;
    writing = null;
  }

  function keep(severity: Severity, message: string, facts: Record<string, unknown>): void {
    if (level === 'SILENT' || ORDER.indexOf(severity) < ORDER.indexOf(level)) return;
    const row = ownLogRow(severity, message, facts, now());
    if (row === null) return;
    if (waiting.length >= MAX_BUFFERED_ROWS) dropped++;
    else waiting.push(row);
    writing ??= write();
  }

  const line =
    (method: keyof typeof LEVELS) =>
    (message: string, facts: Record<string, unknown> = {}): void => {
      log[method](message, facts);
      keep(LEVELS[method], message, facts);
    };

  return {
    log: { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') },
    settled: async () => {
      await writing;
    },
  };
}
