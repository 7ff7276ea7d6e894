import type { Endpoint } from '../../platform/http/api.ts';
import type { IntakeServices } from '../composition.ts';
import { listOffers, previewPatterns, renameEndpoints } from './endpoints/rename-endpoints.ts';
import { importRecordings } from './import-recordings.ts';
import { listApplications } from './list-applications.ts';
import { listCases } from './list-cases.ts';
import { listOperations } from './list-operations.ts';
import { pinCase, readOneCase, removeCase, unpinCase } from './one-case.ts';
import { listPersonalData, sealRecordings } from './personal-data/personal-data.ts';
import { publicKey } from './public-key.ts';
import { recordCases } from './record-cases.ts';
import { resealCases, rotateKeys } from './rotate-keys.ts';
import { listVersions } from './versions/list-versions.ts';
import { restoreVersion } from './versions/restore-version.ts';

/** Recorded cases (interface 10). */
export const endpoints: readonly Endpoint<IntakeServices>[] = [
  recordCases,
  importRecordings,
  publicKey,
  rotateKeys,
  resealCases,
  listApplications,
  listOperations,
  listOffers,
  previewPatterns,
  renameEndpoints,
  listPersonalData,
  sealRecordings,
  listCases,
  readOneCase,
  removeCase,
  pinCase,
  unpinCase,
  listVersions,
  restoreVersion,
];
