import * as v from 'valibot';
import { job } from '../../platform/values/job.ts';
import { shownSealed } from '../../platform/values/sealed-text.ts';
import { jsonOfStored } from '../../platform/values/stored-json.ts';
import { plainMask } from './masks/mask.ts';
import { maskText } from './masks/mask-text.ts';
import { type PackedPayloads, unpackPayloads } from './packed-payloads.ts';

/** The part of a payload that names its request in a list. */
const Named = v.object({ request: v.object({ path: v.string() }) });

/** Maximum characters of a path in a list. */
const MAX_PATH_LENGTH = 500;

/** The path and query of stored requests, as a reader sees them; null where one has expired. */
export const listedPathsJob = job(
  'recordings.listed-paths',
  ({ isMasked, ...packed }: PackedPayloads & { isMasked: boolean }): (string | null)[] =>
    unpackPayloads(packed).map((bytes) => {
      if (bytes === undefined) return null;
      const { path } = v.parse(Named, jsonOfStored(bytes)).request;
      return shownSealed(isMasked ? maskText(path, plainMask) : path).slice(0, MAX_PATH_LENGTH);
    }),
);
