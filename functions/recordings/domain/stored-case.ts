import { type StoredJson, storedJson } from '../../platform/values/stored-json.ts';
import type { NewCase } from './read-case.ts';
import type { CaseHead } from './recorded-case.ts';

/** A case to store: its head, and its payload in the form that it is kept in. */
export interface StoredCase {
  head: Omit<CaseHead, 'intake'>;
  payload: StoredJson;
}

/** Converts a case to the form that it is kept in. */
export function storedCase({ request, response, calls, ...head }: NewCase): StoredCase {
  return { head, payload: storedJson({ request, response, calls }) };
}
