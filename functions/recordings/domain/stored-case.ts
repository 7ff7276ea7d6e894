import { type StoredJson, storedJson } from '../../platform/values/stored-json.ts';
import { calledServices, calledText } from './called/called-services.ts';
import type { NewCase } from './parse-case.ts';
import type { CaseHead } from './recorded-case.ts';
import type { ResourceKeys } from './sessions/made-resources.ts';
import { sessionClues } from './sessions/session-clues.ts';

/** A case to store: its head, and its payload in the form that it is kept in. */
export interface StoredCase {
  head: Omit<CaseHead, 'intake'>;
  payload: StoredJson;
  /** Null: neither its path nor its answer names a resource, or its credentials show its session. */
  resources: ResourceKeys | null;
  /** It has downstream calls. */
  hasCalls: boolean;
}

/** Converts a case to the form that it is kept in. */
export function storedCase({ request, response, calls, credentialMode, sealedFor, ...head }: NewCase): StoredCase {
  const { credentials, resources, end } = sessionClues({ request, response }, head);
  const called = calledServices(calls);
  return {
    head: {
      ...head,
      ...(credentials && { credentials }),
      ...(end && { endsSession: end }),
      ...(called && { called: calledText(called) }),
    },
    payload: storedJson({ request, response, calls, sealedFor, credentialMode }),
    resources,
    hasCalls: calls.length > 0,
  };
}
