import type { CompiledRules } from '../../../compare/domain/rules/rules.ts';
import type { OutboundOutcome } from '../../../platform/outbound/outbound.ts';
import type { RecordedRequest, RecordedResponse } from '../../../recordings/domain/recorded-case.ts';
import { noteCredentials } from '../calls/note-credentials.ts';
import type { Comparing } from '../values/compare-mapped.ts';
import type { UsedMapping } from '../values/mapped-request.ts';
import { noteCase, noteReplayed } from '../values/note-case.ts';
import type { Mapping, SessionValues, ValueMap } from '../values/session-values.ts';
import type { BodyHashes } from '../values/waiting-notes.ts';
import { answerOf } from './case-outcome.ts';

/** What is known of the values of a session when one of its requests has been sent. */
export interface CaseMapping {
  values: SessionValues;
  run: ValueMap;
  /** The address of the target in place of the recorded one; null if both are the same. */
  address: Mapping | null;
  planItemId: string;
  /** Position of the request in its session. */
  position: number;
  /** Whether the session has other requests, so that what it sends and shows was noted before. */
  isNoted: boolean;
  /** Hashes of the values in the recorded body; null if the session has noted it elsewhere. */
  issued: BodyHashes | null;
  /** The request as it was sent; null if it is as recorded. */
  sent: RecordedRequest | null;
  used: UsedMapping[];
}

interface Exchange {
  operation: string;
  request: Pick<RecordedRequest, 'method' | 'path' | 'headers' | 'body' | 'bodyEncoding'>;
  recorded: RecordedResponse | null;
  replayed: OutboundOutcome;
}

/** How a response is compared and learned from; notes what it shows. */
export function comparingOf(
  { operation, request, recorded, replayed }: Exchange,
  { values, run, address, planItemId, position, isNoted, issued }: CaseMapping,
  rules: CompiledRules,
): Comparing {
  const { method, path } = request;
  const facts = { method, path };
  const maps = { values, run, address };
  if (isNoted) {
    if (recorded !== null) noteCredentials(values.issued.recorded, recorded);
    if (replayed.kind === 'response') noteCredentials(values.issued.replayed, replayed);
  }
  if (recorded === null || replayed.kind !== 'response') return { ...maps, request: facts, learning: null };
  const { words } = rules.states.memory;
  const isSame = Buffer.compare(answerOf(recorded).body, replayed.body) === 0;
  // Without a session, only the ids of created resources are learned, and the cursors and CSRF tokens of a response
  // itself.
  if (!isNoted && isSame && method !== 'POST' && method !== 'PUT') return { ...maps, request: facts, learning: null };
  const found = isNoted ? issued : noteCase(values, { request, response: recorded }, position, words);
  noteReplayed(values, replayed, { path, position, words, found: isSame ? found : null });
  const succeeded = isSuccess(recorded.status) && isSuccess(replayed.status);
  return { ...maps, request: facts, learning: { ...facts, succeeded, position, planItemId, operation, words } };
}

const isSuccess = (status: number) => status >= 200 && status < 400;
