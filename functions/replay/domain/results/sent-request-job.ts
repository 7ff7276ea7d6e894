import * as v from 'valibot';
import type { ValueAlias } from '../../../mocks/domain/value-aliases.ts';
import { job } from '../../../platform/values/job.ts';
import { jsonOfStored } from '../../../platform/values/stored-json.ts';
import type { RecordedRequest } from '../../../recordings/domain/recorded-case.ts';
import { aliasesOf } from '../values/session-values.ts';
import { ResultPayload } from './result-payload.ts';

/** A request as it was sent, and the values that it was sent with in place of recorded ones. */
export interface SentBefore {
  request: RecordedRequest;
  aliases: ValueAlias[];
}

/** Reads the request of a stored result as it was sent; null if it was sent as recorded, or its bytes have expired. */
export const sentRequestJob = job(
  'replay.sent-request',
  ({ stored }: { stored: Uint8Array | undefined }): SentBefore | null => {
    if (stored === undefined) return null;
    const { sent, mapped = [] } = v.parse(ResultPayload, jsonOfStored(stored));
    const used = mapped.filter(({ path }) => path.startsWith('@request.'));
    return sent ? { request: sent, aliases: aliasesOf(used) } : null;
  },
);
