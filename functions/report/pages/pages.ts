import { ofKnownApplication } from '../../applications/pages/parts/known-application.ts';
import type { Page } from '../../platform/http/pages/page-route.ts';
import type { ReportServices } from '../composition.ts';
import { replaysOfApplication, replaysPage } from './replays.ts';
import { acceptForm, saveAccepted, undoAccepted } from './report/accept/accept-page.ts';
import { expectForm, saveExpected } from './report/expect/expect-page.ts';
import { undoExpected } from './report/expect/undo-expected.ts';
import { exportPage } from './report/export/export-page.ts';
import { findingForms } from './report/finding-forms.ts';
import { findingPage } from './report/finding-page.ts';
import { reportForms } from './report-forms.ts';
import { reportPage } from './report-page.ts';
import { casePage } from './request/case-page.ts';
import { markRequests } from './requests/mark-requests.ts';
import { requestsFile } from './requests/requests-file.ts';
import { requestsPage } from './requests/requests-page.ts';
import { rulePage, saveRule } from './rule-page.ts';
import { startForm, startReplay } from './start-replay.ts';

/** Pages of the lists of runs, the form that starts one, and everything below /report (interface 13). */
export const pages: readonly Page<ReportServices>[] = [
  replaysPage,
  ofKnownApplication(replaysOfApplication),
  ofKnownApplication(startForm),
  ofKnownApplication(startReplay),
  reportPage,
  requestsPage,
  requestsFile,
  markRequests,
  casePage,
  rulePage,
  saveRule,
  exportPage,
  findingPage,
  expectForm,
  saveExpected,
  undoExpected,
  acceptForm,
  saveAccepted,
  undoAccepted,
  ...findingForms,
  ...reportForms,
];
