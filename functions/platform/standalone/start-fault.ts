import { isDiskFull } from '../disk-full.ts';
import { ConfigError } from '../settings/read-variables.ts';

/** The port that a server could not have. */
const portOf = (fault: unknown): string =>
  fault instanceof Error && 'port' in fault && typeof fault.port === 'number' ? `port ${fault.port}` : 'PORT';

/** One line that names what stopped a program before it could start. */
export function startFault(program: string, fault: unknown): string {
  if (fault instanceof ConfigError) return fault.message;
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : 'an unexpected fault';
  if (code === 'EADDRINUSE') return `${portOf(fault)} is already in use; PORT chooses another`;
  if (code === 'EADDRNOTAVAIL') return 'HOST is not an address of this machine';
  if (isDiskFull(fault)) return 'SVC_DATA_DIR is on a disk that is full';
  return `${program} could not start (${code})`;
}
