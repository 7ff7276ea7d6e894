import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { describe } from 'vitest';
import { s3Blobs } from '../../functions/aws/blobs.ts';
import { blobsContract } from './blobs.contract.ts';

describe('Blobs on S3', () => {
  blobsContract(() => {
    const objects = new Map<string, Uint8Array>();
    const conflicted = new Set<string>();
    const refuse = (httpStatusCode: number) => {
      throw new S3ServiceException({ name: 'Refused', $fault: 'client', $metadata: { httpStatusCode } });
    };
    const client = mockClient(S3Client);
    client.on(PutObjectCommand, { Bucket: 'bucket', IfNoneMatch: '*' }).callsFake(({ Key, Body }) => {
      if (objects.has(Key)) refuse(412);
      // As S3 does when two writes of a key meet: the first try of every key is told to come again.
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
    client.on(DeleteObjectCommand, { Bucket: 'bucket' }).callsFake(({ Key }) => {
      objects.delete(Key);
      return {};
    });
    return s3Blobs(new S3Client({ region: 'us-east-1' }), 'bucket');
  });
});
