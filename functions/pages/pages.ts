import type { Page } from '../http/page-route.ts';
import { applicationsPage } from './applications.ts';
import { reportPages } from './report/report-pages.ts';

/** Every page and form of the console and of the report (interface 13). */
export const pages: readonly Page[] = [applicationsPage, ...reportPages];
