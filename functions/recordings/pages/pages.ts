import { ofKnownApplication } from '../../applications/pages/parts/known-application.ts';
import type { Page } from '../../platform/http/pages/page-route.ts';
import type { RecordingServices } from '../composition.ts';
import { caseBody, casePage, deleteCase, pinCase, unpinCase, useCaseAsLogin } from './case.ts';
import { changeSelected } from './change-selected.ts';
import { changeEndpointSettings, endpointSettingsPage } from './endpoints/endpoint-settings.ts';
import { importAnywhere, importIntoApplication } from './import.ts';
import { sealPersonalData } from './personal-data/seal-personal-data.ts';
import { recordingsPage } from './recordings.ts';
import { changeRetention, retentionPage } from './retention/retention-page.ts';
import { restoreCaseVersion } from './versions/restore-version.ts';

/** Recordings of an application. */
export const pages: readonly Page<RecordingServices>[] = [
  ofKnownApplication(recordingsPage),
  changeSelected,
  ofKnownApplication(sealPersonalData),
  importAnywhere,
  importIntoApplication,
  ofKnownApplication(endpointSettingsPage),
  ofKnownApplication(retentionPage),
  ofKnownApplication(changeRetention),
  changeEndpointSettings,
  casePage,
  caseBody,
  pinCase,
  unpinCase,
  restoreCaseVersion,
  useCaseAsLogin,
  deleteCase,
];
