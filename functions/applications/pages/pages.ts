import type { Page } from '../../platform/http/pages/page-route.ts';
import type { ApplicationServices } from '../composition.ts';
import { useDetectedLogin } from './detected-login.ts';
import { ofKnownApplication } from './parts/known-application.ts';
import { changeSettingsPage, settingsPage } from './settings.ts';
import { changeTargets } from './targets.ts';

/** The settings page of an application. */
export const pages: readonly Page<ApplicationServices>[] = [
  ofKnownApplication(settingsPage),
  ofKnownApplication(changeSettingsPage),
  ofKnownApplication(useDetectedLogin),
  ofKnownApplication(changeTargets),
];
