import * as v from 'valibot';
import { job } from '../../platform/values/job.ts';
import { jsonOfStored } from '../../platform/values/stored-json.ts';
import { shownBody } from '../../recordings/domain/shown-body.ts';
import { ResultPayload } from '../../replay/domain/results/result-payload.ts';
import { shownResult } from '../../replay/domain/results/shown-result.ts';
import { shownCalls } from '../domain/calls/shown-calls.ts';
import { maskedResult } from '../domain/masked-result.ts';
import { callsView } from './calls-view.ts';

interface ShownResultInput {
  stored: Uint8Array | undefined;
  /** Whether credentials are masked. */
  isMasked: boolean;
}

/** A stored result with the beginnings of its bodies; null if its bytes have expired. */
export const shownResultJob = job('findings.shown-result', ({ stored, isMasked }: ShownResultInput) => {
  if (stored === undefined) return null;
  const payload = v.parse(ResultPayload, jsonOfStored(stored));
  const {
    request,
    recorded,
    replayed,
    differences,
    mapped = [],
    calls,
  } = shownResult(isMasked ? maskedResult(payload) : payload);
  return {
    request: shownBody(request),
    recorded: recorded && shownBody(recorded),
    replayed: replayed && shownBody(replayed),
    differences,
    mapped: mapped.map(({ path, recorded: from, replayed: to, from: source }) => ({
      path,
      recorded: from,
      replayed: to,
      from: source,
    })),
    calls: calls ? callsView(shownCalls(calls, isMasked)) : [],
  };
});
