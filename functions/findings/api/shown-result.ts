import * as v from 'valibot';
import { job } from '../../platform/values/job.ts';
import { jsonOfStored } from '../../platform/values/stored-json.ts';
import { shownBody } from '../../recordings/domain/shown-body.ts';
import { ResultPayload } from '../../replay/domain/results/result-payload.ts';

/** A stored result with the beginnings of its bodies; null if its bytes have expired. */
export const shownResultJob = job('findings.shown-result', ({ stored }: { stored: Uint8Array | undefined }) => {
  if (stored === undefined) return null;
  const { request, recorded, replayed, differences } = v.parse(ResultPayload, jsonOfStored(stored));
  return {
    request: shownBody(request),
    recorded: recorded && shownBody(recorded),
    replayed: replayed && shownBody(replayed),
    differences,
  };
});
