import {
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';

/** Bytes of a part, at least; S3 takes 10,000 parts of at least 5 MiB, so that an object may have 78 GiB. @internal */
export const PART_BYTES = 8 * 1024 * 1024;

const CHECKSUM = { ChecksumAlgorithm: 'CRC32' } as const;

/**
 * Writes an object in parts, each while the next bytes are not read yet, on condition that the key is absent. An upload
 * that fails leaves parts that no reader sees; the bucket's lifecycle removes them (`parts`).
 */
export async function uploadParts(
  client: S3Client,
  object: { Bucket: string; Key: string },
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ ...object, ...CHECKSUM }));
  const Parts: CompletedPart[] = [];
  for await (const Body of partsOf(bytes)) {
    const PartNumber = Parts.length + 1;
    const { ETag, ChecksumCRC32 } = await client.send(
      new UploadPartCommand({ ...object, ...CHECKSUM, UploadId, PartNumber, Body }),
    );
    Parts.push({ PartNumber, ETag, ChecksumCRC32 });
  }
  await client.send(
    new CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload: { Parts }, IfNoneMatch: '*' }),
  );
}

/** At least one part; all but the last have PART_BYTES or more. */
async function* partsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let size = 0;
  let isEmpty = true;
  for await (const piece of bytes) {
    held.push(piece);
    size += piece.byteLength;
    if (size < PART_BYTES) continue;
    yield Buffer.concat(held);
    isEmpty = false;
    held = [];
    size = 0;
  }
  if (size > 0 || isEmpty) yield Buffer.concat(held);
}
