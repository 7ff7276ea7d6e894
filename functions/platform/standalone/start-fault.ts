import { isDiskFull } from '../disk-full.ts';
import { ConfigError } from '../settings/config.ts';

/** One line that names what stopped a program before it could start. */
export function startFault(program: string, fault: unknown): string {
  if (fault instanceof ConfigError) return fault.message;
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : 'an unexpected fault';
  if (code === 'EADDRINUSE') return 'PORT is already in use';
  if (isDiskFull(fault)) return 'SVC_DATA_DIR is on a disk that is full';
  return `${program} could not start (${code})`;
}
