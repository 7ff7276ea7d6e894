import type { Page } from '../../platform/http/pages/page-route.ts';
import type { ApplicationServices } from '../composition.ts';
import { useDetectedLogin } from './detected-login.ts';
import { ofKnownApplication } from './parts/known-application.ts';
import { data } from './sections/data.ts';
import { general } from './sections/general.ts';
import { headers } from './sections/headers/headers.ts';
import { login } from './sections/login.ts';
import { mocks } from './sections/mocks.ts';
import { replay } from './sections/replay/replay.ts';
import { sectionPages } from './sections/section-pages.ts';
import { askForTargetPage } from './targets/ask-for-target.ts';
import { changeTargets } from './targets/change-targets.ts';

/** The pages of an application's settings. */
export const pages: readonly Page<ApplicationServices>[] = [
  ...[general, replay, login, headers, data, mocks].flatMap(sectionPages).map((page) => ofKnownApplication(page)),
  ofKnownApplication(useDetectedLogin),
  ofKnownApplication(changeTargets),
  ofKnownApplication(askForTargetPage),
];
