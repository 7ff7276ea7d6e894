import type { Page } from '../../platform/http/pages/page-route.ts';
import type { LogServices } from '../services.ts';
import { logsFile, logsPage } from './logs.ts';

/** The log lookup pages. */
export const pages: readonly Page<LogServices>[] = [logsPage, logsFile];
