import * as v from 'valibot';
import type { ValueAlias } from '../../../mocks/domain/value-aliases.ts';
import { job } from '../../../platform/values/job.ts';
import { jsonOfStored } from '../../../platform/values/stored-json.ts';
import type { RecordedRequest } from '../../../recordings/domain/recorded-case.ts';
import { aliasesOf } from '../values/session-values.ts';
import type { Side } from './relearned-values.ts';
import { ResultPayload } from './result-payload.ts';

/** A request as it was sent, and the values that it was sent with in place of recorded ones. */
export interface SentBefore {
  request: RecordedRequest;
  aliases: ValueAlias[];
}

/**
 * Reads the request of a stored result as it was sent to a build; null if it was sent as recorded, or its bytes have
 * expired.
 */
export const sentRequestJob = job(
  'replay.sent-request',
  ({ stored, side }: { stored: Uint8Array | undefined; side: Side }): SentBefore | null => {
    if (stored === undefined) return null;
    const { baseline, ...target } = v.parse(ResultPayload, jsonOfStored(stored));
    const { sent, mapped = [] } = side === 'baseline' ? (baseline ?? {}) : target;
    const used = mapped.filter(({ path }) => path.startsWith('@request.'));
    return sent ? { request: sent, aliases: aliasesOf(used) } : null;
  },
);
