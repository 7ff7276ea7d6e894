import { ofKnownApplication } from '../../applications/pages/parts/known-application.ts';
import type { Page } from '../../platform/http/pages/page-route.ts';
import type { ConsoleServices } from '../composition.ts';
import { applicationPage } from './application.ts';
import { applicationsPage } from './applications.ts';
import { createBadgePage, removeBadgePage } from './badges.ts';
import { componentsPage } from './components-page.ts';
import { afterFirstRecording, makeRecorderKey } from './first-run/first-run-pages.ts';
import { loadSampleShop, removeSampleShop } from './first-run/sample.ts';

/** Pages of the application overview. */
export const pages: readonly Page<ConsoleServices>[] = [
  applicationsPage,
  makeRecorderKey,
  afterFirstRecording,
  loadSampleShop,
  removeSampleShop,
  componentsPage,
  ofKnownApplication(applicationPage),
  ofKnownApplication(createBadgePage),
  ofKnownApplication(removeBadgePage),
];
