import { ConfigError } from '../../settings/read-variables.ts';

/** Why a command on a data directory was refused; null for a fault. */
export const refusalOf = (fault: unknown): string | null => (fault instanceof ConfigError ? fault.message : null);
