import * as v from 'valibot';
import { jsonOfStored } from '../../platform/values/stored-json.ts';
import { CasePayload } from '../../recordings/domain/recorded-case.ts';

/**
 * Reads the bytes of a stored case; null for bytes that are not a payload: a row of an older version has no checksum,
 * and so may be damaged.
 */
export function casePayloadOf(bytes: Uint8Array): CasePayload | null {
  try {
    return v.parse(CasePayload, jsonOfStored(bytes));
  } catch {
    return null;
  }
}
