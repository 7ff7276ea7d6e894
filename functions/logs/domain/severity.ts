/** The severities of log rows, ascending (interface 2.8). */
export const SEVERITIES = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] as const;

export type Severity = (typeof SEVERITIES)[number];

/** OpenTelemetry's SeverityNumber: each severity has a range, with its last number inclusive. */
const RANGES: readonly { upTo: number; severity: Severity }[] = [
  { upTo: 4, severity: 'TRACE' },
  { upTo: 8, severity: 'DEBUG' },
  { upTo: 12, severity: 'INFO' },
  { upTo: 16, severity: 'WARN' },
  { upTo: 20, severity: 'ERROR' },
  { upTo: 24, severity: 'FATAL' },
];

/** Severity names of sources without a number, in lower case. */
const NAMES: Readonly<Record<string, Severity>> = {
  trace: 'TRACE',
  finest: 'TRACE',
  finer: 'TRACE',
  verbose: 'TRACE',
  debug: 'DEBUG',
  fine: 'DEBUG',
  config: 'DEBUG',
  info: 'INFO',
  information: 'INFO',
  informational: 'INFO',
  notice: 'INFO',
  warn: 'WARN',
  warning: 'WARN',
  error: 'ERROR',
  err: 'ERROR',
  severe: 'ERROR',
  fatal: 'FATAL',
  critical: 'FATAL',
  crit: 'FATAL',
  alert: 'FATAL',
  emerg: 'FATAL',
  emergency: 'FATAL',
  panic: 'FATAL',
};

/** Returns the severity of an OpenTelemetry record: by its number, else by its text, else INFO (interface 2.8). */
export function severityOf(number: number, text: string): Severity {
  const range = number >= 1 ? RANGES.find(({ upTo }) => number <= upTo) : undefined;
  return range?.severity ?? named(text) ?? 'INFO';
}

/** `WARN2` and `warn` are WARN. */
function named(text: string): Severity | undefined {
  const name = text
    .trim()
    .toLowerCase()
    .replace(/[2-4]$/, '');
  return Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
}
