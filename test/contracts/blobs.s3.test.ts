import { createHash } from 'node:crypto';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, test } from 'vitest';
import { s3Blobs } from '../../functions/platform/aws/blobs.ts';
import { blobsContract } from './blobs.contract.ts';

describe('the Blobs port on S3', () => {
  blobsContract(() => {
    const objects = new Map<string, Uint8Array>();
    const conflicted = new Set<string>();
    const refuse = (httpStatusCode: number) => {
      throw new S3ServiceException({ name: 'Refused', $fault: 'client', $metadata: { httpStatusCode } });
    };
    const client = mockClient(S3Client);
    client.on(PutObjectCommand, { Bucket: 'bucket', IfNoneMatch: '*' }).callsFake(({ Key, Body }) => {
      if (objects.has(Key)) refuse(412);
      // Like S3 on concurrent writes of a key: the first try of every key gets a conflict.
      if (!conflicted.has(Key)) {
        conflicted.add(Key);
        refuse(409);
      }
      objects.set(Key, Body);
      return {};
    });
    client.on(GetObjectCommand, { Bucket: 'bucket' }).callsFake(({ Key }) => {
      const bytes = objects.get(Key);
      if (bytes === undefined) throw new NoSuchKey({ message: 'no such key', $metadata: { httpStatusCode: 404 } });
      return { Body: { transformToWebStream: () => new Response(bytes.slice()).body } };
    });
    client.on(HeadObjectCommand, { Bucket: 'bucket', ChecksumMode: 'ENABLED' }).callsFake(({ Key }) => {
      const bytes = objects.get(Key);
      if (bytes === undefined) throw new NotFound({ message: '', $metadata: { httpStatusCode: 404 } });
      const ChecksumSHA256 = createHash('sha256').update(bytes).digest('base64');
      return { ContentLength: bytes.length, ChecksumSHA256, ChecksumType: 'FULL_OBJECT' };
    });
    client.on(CopyObjectCommand, { Bucket: 'bucket', IfNoneMatch: '*' }).callsFake(({ Key, CopySource }) => {
      const bytes = objects.get(String(CopySource).replace(/^bucket\//, ''));
      if (bytes === undefined) throw new NoSuchKey({ message: 'no such key', $metadata: { httpStatusCode: 404 } });
      if (objects.has(Key)) refuse(412);
      objects.set(Key, bytes);
      return {};
    });
    client.on(DeleteObjectCommand, { Bucket: 'bucket' }).callsFake(({ Key }) => {
      objects.delete(Key);
      return {};
    });
    return s3Blobs(offline(), 'bucket');
  });
});

describe('addresses of S3 (evaluation 3.5)', () => {
  const sha256 = 'ab'.repeat(32);
  const checksum = Buffer.from(sha256, 'hex').toString('base64');
  const at = Date.UTC(2026, 10, 22);

  test('bind an upload to the size and the sha256 of its bytes by signed headers', async () => {
    const put = await s3Blobs(offline(), 'bucket', () => at).signedPut('uploads/a', { sizeBytes: 42, sha256 });
    const { searchParams: query } = new URL(put.url);
    expect(put).toMatchObject({ expiresAt: at + 900_000, headers: { 'x-amz-checksum-sha256': checksum } });
    expect(query.get('X-Amz-SignedHeaders')).toBe('content-length;host;x-amz-checksum-sha256');
    expect(query.get('X-Amz-Expires')).toBe('900');
    expect(query.get('X-Amz-Date')).toBe('20261122T000000Z');
    // S3 would accept them in the query without enforcing them. A second checksum would be that of an empty body.
    expect([...query.keys()].filter((name) => /checksum/i.test(name))).toEqual([]);
  });

  test('have other signatures for other sizes, bytes and keys', async () => {
    const blobs = s3Blobs(offline(), 'bucket', () => at);
    const signatureOf = async (key: string, sizeBytes: number, of: string) =>
      new URL((await blobs.signedPut(key, { sizeBytes, sha256: of })).url).searchParams.get('X-Amz-Signature');
    const signatures = await Promise.all([
      signatureOf('uploads/a', 42, sha256),
      signatureOf('uploads/a', 43, sha256),
      signatureOf('uploads/a', 42, 'cd'.repeat(32)),
      signatureOf('uploads/b', 42, sha256),
    ]);
    expect(new Set(signatures).size).toBe(4);
  });

  test('give a download as an attachment of its media type', async () => {
    const { url } = await s3Blobs(offline(), 'bucket', () => at).signedGet('evaluation/a', 'text/html');
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      'response-content-type': 'text/html',
      'response-content-disposition': 'attachment',
    });
  });

  test('s3Blobs ignores the checksum of an upload in parts', async () => {
    const client = mockClient(S3Client);
    client.on(HeadObjectCommand).resolves({ ContentLength: 1, ChecksumSHA256: checksum, ChecksumType: 'COMPOSITE' });
    expect(await s3Blobs(offline(), 'bucket').stat('uploads/a')).toEqual({ sizeBytes: 1, sha256: null });
  });
});

function offline(): S3Client {
  return new S3Client({ region: 'us-east-1', credentials: { accessKeyId: 'key', secretAccessKey: 'secret' } });
}
