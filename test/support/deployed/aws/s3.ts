import { createHash } from 'node:crypto';
import type { FauxqsServer } from 'fauxqs';
import { blobFamilyOf } from '../../rights/held-ports.ts';
import { noteUse } from '../../rights/used-rights.ts';
import { onlyOf } from '../template-values.ts';
import { type AwsAnswer, type AwsCall, AwsError } from './aws-call.ts';
import { forwarded } from './forward.ts';
import type { Surroundings } from './surroundings.ts';

interface S3Call extends AwsCall {
  key: string;
}

/**
 * The emulator's bucket behind the policies of the callers. What S3 does and the emulator does not is done here: the
 * first write of a key wins, a checksum is verified, and an answer has the headers that its signed address names.
 */
export function s3({ values, policies, functionOf }: Surroundings, emulator: FauxqsServer) {
  const { name, properties } = onlyOf(values, 'AWS::S3::Bucket');
  const bucket = values.reference(name);
  const arn = values.arnOf(name);
  const [rule] = properties.BucketEncryption.ServerSideEncryptionConfiguration;
  const key = String(rule.ServerSideEncryptionByDefault.KMSMasterKeyID);
  emulator.createBucket(bucket);
  const writing = new Set<string>();

  function hold(caller: string, action: 'GetObject' | 'PutObject' | 'DeleteObject', object: string): void {
    policies.hold(caller, { action: `s3:${action}`, resource: `${arn}/${object}` });
    const kind = { GetObject: 'reads', PutObject: 'writes', DeleteObject: 'removes' }[action];
    noteUse(`${functionOf(caller)} blob ${kind} ${blobFamilyOf(object)}`);
    if (action === 'GetObject') policies.holdKey(caller, 'kms:Decrypt', key, 's3');
    if (action === 'PutObject') policies.holdKey(caller, 'kms:GenerateDataKey', key, 's3');
  }

  async function put(call: S3Call): Promise<AwsAnswer> {
    const source = call.request.headers['x-amz-copy-source'];
    hold(call.caller, 'PutObject', call.key);
    if (typeof source === 'string')
      hold(call.caller, 'GetObject', decodeURIComponent(source.slice(source.indexOf(bucket) + bucket.length + 1)));
    // KMS opens the data key of an upload for each part of it.
    if (call.url.searchParams.has('uploadId')) policies.holdKey(call.caller, 'kms:Decrypt', key, 's3');
    checkSum(call);
    return writtenOnce(call);
  }

  /** S3 refuses a write on condition that the key is absent where it is not, and one beside another. */
  async function writtenOnce(call: S3Call): Promise<AwsAnswer> {
    if (call.request.headers['if-none-match'] !== '*') return forwarded(call, emulator.address);
    if (writing.has(call.key)) throw new AwsError('ConditionalRequestConflict', 409);
    writing.add(call.key);
    try {
      const { request } = call;
      const of = { method: 'HEAD', path: call.url.pathname };
      const found = await forwarded({ request, body: EMPTY }, emulator.address, of);
      if (found.status === 200) throw new AwsError('PreconditionFailed', 412);
      return await forwarded(call, emulator.address);
    } finally {
      writing.delete(call.key);
    }
  }

  async function get(call: S3Call): Promise<AwsAnswer> {
    hold(call.caller, 'GetObject', call.key);
    const found = await forwarded(call, emulator.address);
    // Who may not list a bucket does not learn that it has no such key.
    if (found.status === 404 && !policies.allows(call.caller, { action: 's3:ListBucket', resource: arn }))
      throw new AwsError('AccessDenied', 403);
    const named = [...call.url.searchParams].flatMap(([parameter, value]) =>
      parameter.startsWith('response-') ? [[parameter.slice('response-'.length), value] as const] : [],
    );
    return { ...found, headers: { ...found.headers, ...Object.fromEntries(named) } };
  }

  return {
    async answer(given: AwsCall): Promise<AwsAnswer> {
      const path = decodeURIComponent(given.url.pathname);
      if (!path.startsWith(`/${bucket}/`)) throw new AwsError('NoSuchBucket', 404);
      const call = { ...given, key: path.slice(bucket.length + 2) };
      const { method } = given.request;
      // A POST begins an upload in parts, or completes one: both are a right to put.
      if (method === 'PUT' || method === 'POST') return put(call);
      if (method === 'GET' || method === 'HEAD') return get(call);
      if (method !== 'DELETE') throw new AwsError('MethodNotAllowed', 405);
      hold(call.caller, 'DeleteObject', call.key);
      return forwarded(call, emulator.address);
    },
  };
}

const EMPTY = Buffer.alloc(0);

function checkSum({ request, body }: AwsCall): void {
  const checksum = request.headers['x-amz-checksum-sha256'];
  if (checksum === undefined) return;
  if (createHash('sha256').update(body).digest('base64') !== checksum) throw new AwsError('BadDigest');
}
