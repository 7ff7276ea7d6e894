import type { Endpoint } from '../../platform/http/api.ts';
import type { LogServices } from '../composition.ts';
import { ingestLogs } from './ingest-logs.ts';
import { readLogs } from './read-logs.ts';

/** Log rows of traces: lookup (spec 4.9) and intake (interface 2.8). */
export const endpoints: readonly Endpoint<LogServices>[] = [readLogs, ingestLogs];
