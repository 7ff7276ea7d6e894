import { createHash, createHmac } from 'node:crypto';
import {
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, test } from 'vitest';
import { s3Blobs } from '../../functions/platform/aws/blobs.ts';
import { PART_BYTES } from '../../functions/platform/aws/upload-parts.ts';
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
    takesParts(client, objects, refuse);
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

/** Uploads in parts, as S3 checks them: a part that another follows has 5 MiB, and each names its ETag and checksum. */
function takesParts(
  client: ReturnType<typeof mockClient>,
  objects: Map<string, Uint8Array>,
  refuse: (status: number) => never,
): void {
  const uploads: Uint8Array[][] = [];
  client
    .on(CreateMultipartUploadCommand, { Bucket: 'bucket', ChecksumAlgorithm: 'CRC32' })
    .callsFake(() => ({ UploadId: String(uploads.push([]) - 1) }));
  client
    .on(UploadPartCommand, { Bucket: 'bucket', ChecksumAlgorithm: 'CRC32' })
    .callsFake(({ UploadId, PartNumber, Body }) => {
      const parts = uploads[Number(UploadId)];
      if (parts === undefined || PartNumber !== parts.length + 1) refuse(404);
      parts?.push(Body);
      return { ETag: `etag-${PartNumber}`, ChecksumCRC32: `crc-${PartNumber}` };
    });
  client
    .on(CompleteMultipartUploadCommand, { Bucket: 'bucket', IfNoneMatch: '*' })
    .callsFake(({ Key, UploadId, MultipartUpload }) => {
      const parts = uploads[Number(UploadId)] ?? [];
      const named: CompletedPart[] = MultipartUpload.Parts;
      const isComplete = named.every((one, n) => one.ETag === `etag-${n + 1}` && one.ChecksumCRC32 === `crc-${n + 1}`);
      const areLarge = parts.slice(0, -1).every(({ byteLength }) => byteLength >= 5 * 1024 * 1024);
      if (parts.length === 0 || named.length !== parts.length || !isComplete || !areLarge) refuse(400);
      if (objects.has(Key)) refuse(412);
      objects.set(Key, Buffer.concat(parts));
      return {};
    });
}

test('s3Blobs uploads a part before it reads the bytes of the next one', async () => {
  const client = mockClient(S3Client);
  let read = 0;
  const readAtUpload: number[] = [];
  client.on(CreateMultipartUploadCommand).resolves({ UploadId: 'u' });
  client.on(UploadPartCommand).callsFake(() => {
    readAtUpload.push(read);
    return { ETag: 'e', ChecksumCRC32: 'c' };
  });
  client.on(CompleteMultipartUploadCommand).resolves({});
  async function* halves() {
    for (; read < 6; ) {
      read++;
      yield new Uint8Array(PART_BYTES / 2);
    }
  }
  await s3Blobs(offline(), 'bucket').putStream('uploads/a', halves());
  expect(readAtUpload).toEqual([2, 4, 6]);
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

  test('allow one download of one object, for 15 minutes', async () => {
    const blobs = s3Blobs(offline(), 'bucket', () => at);
    const signed = async (key: string) => new URL((await blobs.signedGet(key, 'application/json')).url);
    const [one, other] = [await signed('uploads/lookups/t/1/a'), await signed('uploads/lookups/t/2/a')];
    expect(one.searchParams.get('X-Amz-Expires')).toBe('900');
    expect(one.searchParams.get('X-Amz-SignedHeaders')).toBe('host');
    expect(one.searchParams.get('X-Amz-Signature')).not.toBe(other.searchParams.get('X-Amz-Signature'));
    const given = one.searchParams.get('X-Amz-Signature');
    expect(s3Signature('GET', one, 'secret')).toBe(given);
    const later = new URL(one.href.replace('X-Amz-Expires=900', 'X-Amz-Expires=9000'));
    const moved = Object.assign(new URL(one), { pathname: other.pathname });
    for (const signature of [
      s3Signature('PUT', one, 'secret'),
      s3Signature('GET', moved, 'secret'),
      s3Signature('GET', later, 'secret'),
      s3Signature('GET', one, 'other'),
    ])
      expect(signature).not.toBe(given);
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

/** The signature that S3 computes for a request to a signed address (AWS Signature Version 4, query parameters). */
function s3Signature(method: string, { pathname, searchParams, host }: URL, secret: string): string {
  const query = [...searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map((pair) => pair.map(encoded).join('='))
    .sort()
    .join('&');
  const canonical = [method, pathname, query, `host:${host}`, '', 'host', 'UNSIGNED-PAYLOAD'].join('\n');
  const [, ...scope] = (searchParams.get('X-Amz-Credential') ?? '').split('/');
  const hash = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', searchParams.get('X-Amz-Date'), scope.join('/'), hash].join('\n');
  const key = scope.reduce<string | Buffer>(
    (last, part) => createHmac('sha256', last).update(part).digest(),
    `AWS4${secret}`,
  );
  return createHmac('sha256', key).update(text).digest('hex');
}

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

function offline(): S3Client {
  return new S3Client({ region: 'us-east-1', credentials: { accessKeyId: 'key', secretAccessKey: 'secret' } });
}
