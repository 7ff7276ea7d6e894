import { ofKnownApplication } from '../../applications/pages/parts/known-application.ts';
import type { Page } from '../../platform/http/pages/page-route.ts';
import type { LogServices } from '../composition.ts';
import { logsFile, logsOfApplication, logsPage } from './logs.ts';

/** The log pages. */
export const pages: readonly Page<LogServices>[] = [logsPage, ofKnownApplication(logsOfApplication), logsFile];
