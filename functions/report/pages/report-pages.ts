import type { Page } from '../../platform/http/pages/page-route.ts';
import { reportForms } from './report-forms.ts';
import { reportPage } from './report-page.ts';
import { caseListPage } from './request/case-list-page.ts';
import { casePage } from './request/case-page.ts';
import { rulePage, saveRule } from './rule-page.ts';

/** The pages and forms below /report (interface 13). */
export const reportPages: readonly Page[] = [reportPage, caseListPage, casePage, rulePage, saveRule, ...reportForms];
