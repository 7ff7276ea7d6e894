import * as v from 'valibot';
import { Digest } from '../../../platform/values/digest.ts';
import { RunId } from '../../domain/identifiers.ts';
import { stringPairs } from '../../domain/string-pairs.ts';

/** Body of POST /runs (evaluation 3.7). */
export const RunBody = v.object({
  workflow_version_digest: v.pipe(
    v.string(),
    v.check((text) => v.is(Digest, text), 'invalid_digest'),
  ),
  labels: v.nullish(stringPairs([1, 128], [0, 1000], 20)),
  baseline_run_id: v.nullish(RunId),
});
