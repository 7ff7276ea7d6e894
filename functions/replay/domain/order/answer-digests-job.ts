import * as v from 'valibot';
import { job } from '../../../platform/values/job.ts';
import { sha256Hex } from '../../../platform/values/sha256.ts';
import { jsonOfStored } from '../../../platform/values/stored-json.ts';
import { CasePayload } from '../../../recordings/domain/recorded-case.ts';
import type { ObservedRequest } from './learned-families.ts';

/** What recorded reads asked for and were answered, as digests; null for recordings that have expired. */
export const answerDigestsJob = job(
  'replay.read-answers',
  ({ payloads }: { payloads: readonly (Uint8Array | undefined)[] }): (NonNullable<ObservedRequest['read']> | null)[] =>
    payloads.map((stored) => {
      if (stored === undefined) return null;
      const { request, response } = v.parse(CasePayload, jsonOfStored(stored));
      const credentials = request.headers.filter(([name]) => /^(?:authorization|cookie)$/i.test(name));
      return {
        asked: sha256Hex(JSON.stringify([request.method, request.path, credentials])),
        answered: sha256Hex(JSON.stringify([response?.status, response?.body])),
      };
    }),
);
