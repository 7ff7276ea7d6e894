import { changeSettings, readSettings } from '../applications/api/application-settings.ts';
import type { Endpoint } from '../http/api.ts';
import { importRecordings } from './import-recordings.ts';
import { listApplications } from './list-applications.ts';
import { listCases } from './list-cases.ts';
import { listOperations } from './list-operations.ts';
import { pinCase, readOneCase, removeCase, unpinCase } from './one-case.ts';
import { recordCases } from './record-cases.ts';

/** Recordings and the settings of applications (interface 10). */
export const endpoints: readonly Endpoint[] = [
  recordCases,
  importRecordings,
  listApplications,
  listOperations,
  listCases,
  readOneCase,
  removeCase,
  pinCase,
  unpinCase,
  readSettings,
  changeSettings,
];
