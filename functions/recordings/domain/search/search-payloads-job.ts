import { job } from '../../../platform/values/job.ts';
import { textOfStored } from '../../../platform/values/stored-json.ts';
import { type PackedPayloads, unpackPayloads } from '../packed-payloads.ts';
import { payloadMatches } from './payload-matches.ts';

interface SearchInput extends PackedPayloads {
  /** For each payload the terms that it has to contain. */
  terms: readonly (readonly string[])[];
  /** Whether credentials are masked. */
  isMasked: boolean;
}

/** Searches stored payloads; for each, in order, whether it contains its terms. */
export const searchPayloadsJob = job('recordings.search', ({ terms, isMasked, ...packed }: SearchInput): boolean[] =>
  unpackPayloads(packed).map(
    (bytes, index) => bytes !== undefined && payloadMatches(textOfStored(bytes), terms[index] ?? [], isMasked),
  ),
);
