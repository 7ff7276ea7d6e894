import * as v from 'valibot';
import { job } from '../../../platform/values/job.ts';
import { jsonOfStored } from '../../../platform/values/stored-json.ts';
import { CasePayload } from '../recorded-case.ts';
import type { PersonalFields } from './field-counts.ts';
import { personalFields } from './personal-fields.ts';

/** Looks for personal data in a case as it is stored: sealed and redacted values do not count. */
export const personalDataJob = job(
  'recordings.personal-data',
  ({ stored, operation }: { stored: Uint8Array; operation: string }): { fields: PersonalFields } => ({
    fields: personalFields(v.parse(CasePayload, jsonOfStored(stored)), operation),
  }),
);
