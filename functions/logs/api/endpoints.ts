import type { Endpoint } from '../../platform/http/api.ts';
import type { LogServices } from '../services.ts';
import { readLogs } from './read-logs.ts';
import { takeLogs } from './take-logs.ts';

/** Log rows of traces: lookup (spec 4.9) and intake (interface 2.8). */
export const endpoints: readonly Endpoint<LogServices>[] = [readLogs, takeLogs];
