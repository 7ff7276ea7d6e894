import * as v from 'valibot';
import { Digest } from '../../../platform/values/digest.ts';

/** Body of POST gate-decisions (evaluation 3.9). */
export const GateDecisionBody = v.object({
  gate_policy: v.object({
    version: v.pipe(
      v.string(),
      v.check((text) => v.is(Digest, text), 'invalid_digest'),
    ),
  }),
});
