import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { checkBlobKey, SIGNED_MS } from '../blob-key.ts';
import type { AwsConfig } from '../settings/config.ts';
import type { BlobFacts, Blobs } from '../world.ts';
import { CLIENT_LIMITS, type ClientLimits, clientOptions } from './client-limits.ts';
import { uploadParts } from './upload-parts.ts';
import { once, unlessPresent } from './write-once.ts';

/** Options for copying blobs: S3 copies 500 MB within seconds, and sends no response byte in the first of them. */
export interface Copying {
  /** A client with a matching response timeout. */
  client: S3Client;
  /** Total time with all retries; ms. */
  maxMs: number;
}

/** The bucket of a deployment. */
export const bucketBlobs = ({ bucketName }: Pick<AwsConfig, 'bucketName'>, limits: ClientLimits): Blobs =>
  s3Blobs(new S3Client(clientOptions(limits)), bucketName, Date.now, {
    client: new S3Client(clientOptions({ ...limits, responseMs: limits.copyMs })),
    maxMs: limits.copyMs,
  });

/** Keeps blobs in a bucket, whose lifecycle rules expire every class but `kept/`. */
export function s3Blobs(
  client: S3Client,
  bucketName: string,
  now: () => number = Date.now,
  copying: Copying = { client, maxMs: CLIENT_LIMITS.copyMs },
): Blobs {
  const objectOf = (key: string) => {
    checkBlobKey(key);
    return { Bucket: bucketName, Key: key };
  };

  return {
    async put(key, bytes) {
      const object = objectOf(key);
      await once(() => client.send(new PutObjectCommand({ ...object, Body: bytes, IfNoneMatch: '*' })));
    },

    async putStream(key, bytes) {
      const object = objectOf(key);
      await unlessPresent(() => uploadParts(client, object, bytes));
    },

    async get(key) {
      const object = objectOf(key);
      const found = await undefinedIfMissing(client.send(new GetObjectCommand(object)));
      return found?.Body?.transformToWebStream();
    },

    async remove(key) {
      await client.send(new DeleteObjectCommand(objectOf(key)));
    },

    async stat(key) {
      const object = objectOf(key);
      const found = await undefinedIfMissing(
        client.send(new HeadObjectCommand({ ...object, ChecksumMode: 'ENABLED' })),
      );
      return found && factsOf(found);
    },

    async copy(from, to) {
      const source = objectOf(from);
      const CopySource = `${source.Bucket}/${from.split('/').map(encodeURIComponent).join('/')}`;
      const command = new CopyObjectCommand({ ...objectOf(to), CopySource, IfNoneMatch: '*' });
      const abortSignal = AbortSignal.timeout(copying.maxMs);
      const copied = await undefinedIfMissing(
        once(() => copying.client.send(command, { abortSignal })).then(() => true),
      );
      return copied ?? false;
    },

    async signedPut(key, { sizeBytes, sha256 }) {
      const checksum = Buffer.from(sha256, 'hex').toString('base64');
      const command = new PutObjectCommand({ ...objectOf(key), ContentLength: sizeBytes, ChecksumSHA256: checksum });
      // Kept out of the query: S3 does not verify a checksum there.
      const unhoistableHeaders = new Set([CHECKSUM]);
      return { ...(await signed(client, now(), command, { unhoistableHeaders })), headers: { [CHECKSUM]: checksum } };
    },

    async signedGet(key, mediaType) {
      const shown = { ResponseContentType: mediaType, ResponseContentDisposition: 'attachment' };
      return signed(client, now(), new GetObjectCommand({ ...objectOf(key), ...shown }));
    },
  };
}

const CHECKSUM = 'x-amz-checksum-sha256';

/** A URL for one request, which a browser or a worker sends. */
async function signed(
  client: S3Client,
  at: number,
  command: PutObjectCommand | GetObjectCommand,
  options: { unhoistableHeaders?: Set<string> } = {},
) {
  const expiresIn = SIGNED_MS / 1000;
  const url = await getSignedUrl(client, command, { ...options, expiresIn, signingDate: new Date(at) });
  return { url, expiresAt: at + SIGNED_MS };
}

function factsOf({ ContentLength = 0, ChecksumType, ChecksumSHA256 }: HeadObjectCommandOutput): BlobFacts {
  // A multipart upload's checksum is a checksum of its parts' checksums.
  const checksum = ChecksumType === 'COMPOSITE' ? undefined : ChecksumSHA256;
  return {
    sizeBytes: ContentLength,
    sha256: checksum === undefined ? null : Buffer.from(checksum, 'base64').toString('hex'),
  };
}

async function undefinedIfMissing<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise;
  } catch (error) {
    // The response to HEAD has no body that could name the error.
    if (error instanceof NoSuchKey || error instanceof NotFound) return undefined;
    throw error;
  }
}
