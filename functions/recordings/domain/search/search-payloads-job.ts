import { job } from '../../../platform/values/job.ts';
import { textOfStored } from '../../../platform/values/stored-json.ts';
import { payloadMatches } from './payload-matches.ts';

interface SearchInput {
  /** Stored payloads, one after the other. */
  stored: Uint8Array;
  /** For each payload its bytes in `stored`, 0 if they have expired, and the terms that it has to contain. */
  payloads: readonly { bytes: number; terms: readonly string[] }[];
  /** Whether credentials are masked. */
  isMasked: boolean;
}

/** Searches stored payloads; for each, in order, whether it contains its terms. */
export const searchPayloadsJob = job('recordings.search', ({ stored, payloads, isMasked }: SearchInput): boolean[] => {
  let end = 0;
  return payloads.map(({ bytes, terms }) => {
    const start = end;
    end += bytes;
    return bytes > 0 && payloadMatches(textOfStored(stored.subarray(start, end)), terms, isMasked);
  });
});
