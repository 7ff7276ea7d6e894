import { DamagedData } from './values/damaged-data.ts';

/**
 * Returns what a log line may contain of an exception: its name, its code and where it was thrown; never its text,
 * which may quote data.
 */
export function faultFacts(fault: unknown): Record<string, unknown> {
  if (!(fault instanceof Error)) return { fault_name: typeof fault };
  const frames = framesOf(fault)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim());
  return {
    fault_name: fault.name,
    ...('code' in fault && { fault_code: String(fault.code) }),
    // SQLite's number, and its own fixed sentence for it.
    ...('errcode' in fault && { sqlite_code: Number(fault.errcode) }),
    ...('errstr' in fault && { sqlite_meaning: String(fault.errstr) }),
    ...(fault instanceof DamagedData && { damaged: fault.location }),
    fault_at: frames,
    ...(fault.cause !== undefined && { fault_cause: faultFacts(fault.cause) }),
  };
}

/**
 * The stack without its leading text; empty if the text was changed after the throw, since the lines cannot then be
 * separated.
 */
function framesOf({ message, stack = '' }: Error): string {
  const text = message === '' ? '\n' : `: ${message}\n`;
  const at = stack.indexOf(text);
  return at < 0 || /\n|: ./.test(stack.slice(0, at)) ? '' : stack.slice(at + text.length);
}
