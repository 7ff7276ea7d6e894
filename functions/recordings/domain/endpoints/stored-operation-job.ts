import * as v from 'valibot';
import { job } from '../../../platform/values/job.ts';
import { jsonOfStored } from '../../../platform/values/stored-json.ts';
import { RecordedRequest } from '../recorded-case.ts';
import { rpcOperation } from '../rpc-operation.ts';

const WithRequest = v.object({ request: RecordedRequest });

/**
 * The operation of the GraphQL, JSON-RPC or SOAP request of a stored case; null for any other, or if its bytes have
 * expired.
 */
export const storedOperationJob = job(
  'recordings.operation',
  ({ stored }: { stored: Uint8Array | undefined }): string | null =>
    stored === undefined ? null : rpcOperation(v.parse(WithRequest, jsonOfStored(stored)).request),
);
