import { changeSettings, readSettings } from '../applications/api/application-settings.ts';
import type { Endpoint } from '../platform/http/api.ts';
import { importRecordings } from '../recordings/api/import-recordings.ts';
import { listApplications } from '../recordings/api/list-applications.ts';
import { listCases } from '../recordings/api/list-cases.ts';
import { listOperations } from '../recordings/api/list-operations.ts';
import { pinCase, readOneCase, removeCase, unpinCase } from '../recordings/api/one-case.ts';
import { recordCases } from '../recordings/api/record-cases.ts';

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
