import * as v from 'valibot';
import { compileRules, type RuleInForce } from '../../../compare/domain/rules/rules.ts';
import { job } from '../../../platform/values/job.ts';
import { jsonOfStored } from '../../../platform/values/stored-json.ts';
import { CasePayload, type RecordedRequest } from '../../../recordings/domain/recorded-case.ts';
import { comparablePayload } from '../../../recordings/domain/sealed/comparable-payload.ts';
import { sealerOf } from '../../../recordings/domain/sealed/sealer.ts';
import type { CredentialSettings } from '../../../recordings/domain/sealed/sealing.ts';
import { type MappedRequest, mappedRequest } from '../values/mapped-request.ts';
import { noteCase, withAllNoted } from '../values/note-case.ts';
import type { Mapping, SessionValues, ValueMap } from '../values/session-values.ts';
import { relearnedValues, type StoredExchange } from './relearned-values.ts';

interface NoteCaseInput {
  caseId: string;
  stored: Uint8Array | undefined;
  settings: CredentialSettings;
  /** The data keys (sealer.ts). */
  keys: string;
  values: SessionValues;
  position: number;
}

/** Notes what a large recorded case sends and shows; null if its bytes have expired. */
export const noteCaseJob = job(
  'replay.note-case',
  ({ caseId, stored, settings, keys, values, position }: NoteCaseInput): SessionValues | null => {
    if (stored === undefined) return null;
    const { payload } = comparablePayload(v.parse(CasePayload, jsonOfStored(stored)), caseId, settings, sealerOf(keys));
    noteCase(values, payload, position);
    return withAllNoted(values);
  },
);

interface MapRequestInput {
  request: RecordedRequest;
  maps: readonly ValueMap[];
  address: Mapping | null;
}

/** Replaces the values of a large request. */
export const mapRequestJob = job(
  'replay.map-request',
  ({ request, maps, address }: MapRequestInput): MappedRequest => mappedRequest(request, maps, address),
);

export interface RelearnInput extends Omit<StoredExchange, 'payload'> {
  /** A ResultPayload; undefined if its bytes have expired. */
  stored: Uint8Array | undefined;
  operation: string;
  rules: readonly RuleInForce[];
}

/** Learns again what a stored result of a session taught; null if its bytes have expired. */
export const relearnJob = job('replay.relearn', ({ stored, rules, ...exchange }: RelearnInput) => {
  if (stored === undefined) return null;
  const shared = relearnedValues(
    { ...exchange, payload: jsonOfStored(stored) },
    compileRules(rules, exchange.operation),
  );
  return { values: withAllNoted(exchange.values), shared };
});
