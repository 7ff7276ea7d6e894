import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { checkBlobKey } from '../domain/blob-key.ts';
import type { Blobs } from '../world.ts';

const MOST_TRIES = 5;

/** Keeps blobs in a bucket, whose lifecycle rules expire `cases/` and `plans/`. */
export function s3Blobs(client: S3Client, bucketName: string): Blobs {
  return {
    async put(key, bytes) {
      checkBlobKey(key);
      for (let tries = 1; ; tries++) {
        try {
          await client.send(new PutObjectCommand({ Bucket: bucketName, Key: key, Body: bytes, IfNoneMatch: '*' }));
          return;
        } catch (error) {
          const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
          if (status === 412) return;
          // 409: another write of the key is under way; who of the two stands is decided next time.
          if (status !== 409 || tries === MOST_TRIES) throw error;
        }
      }
    },

    async get(key) {
      checkBlobKey(key);
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucketName, Key: key }));
        return Body?.transformToWebStream();
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },

    async remove(key) {
      checkBlobKey(key);
      await client.send(new DeleteObjectCommand({ Bucket: bucketName, Key: key }));
    },
  };
}
