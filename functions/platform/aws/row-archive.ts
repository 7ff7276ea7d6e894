import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import * as v from 'valibot';
import { faultFacts } from '../fault-facts.ts';
import { isObject } from '../json/is-object.ts';
import { archivedFamilyOf, CHANGED } from '../values/families/archived-families.ts';
import type { Log } from '../world.ts';
import { CLIENT_LIMITS, clientOptions } from './client-limits.ts';
import { once } from './write-once.ts';

const Text = v.object({ S: v.string() });

/** A record of the table's stream, whose image has attributes as DynamoDB writes them. */
const StreamRecord = v.object({
  eventName: v.picklist(['INSERT', 'MODIFY']),
  dynamodb: v.object({ Keys: v.object({ pk: Text, sk: Text }), NewImage: v.record(v.string(), v.unknown()) }),
});

/** A record as Lambda brings it, before it is parsed. */
interface BroughtRecord {
  dynamodb?: { SequenceNumber?: string | undefined } | undefined;
}

/** The archive of a deployment. */
export const bucketArchive = (bucketName: string, log: Pick<Log, 'error'>) =>
  rowArchive(new S3Client(clientOptions(CLIENT_LIMITS)), bucketName, log);

/**
 * Stores originals of audit entries and ledger events in a bucket that keeps them: `<family>/<pk>/<sk>.json`, in
 * DynamoDB's own JSON, so that no digit is lost. A record that comes again leaves the object as it is, and so does a
 * changed row. The answer names the records that Lambda has to bring again. @internal
 */
export const rowArchive =
  (client: S3Client, bucketName: string, log: Pick<Log, 'error'>) =>
  async (records: readonly BroughtRecord[]): Promise<{ batchItemFailures: { itemIdentifier: string }[] }> => {
    const batchItemFailures = await Promise.all(records.map(failureOf));
    return { batchItemFailures: batchItemFailures.filter((failure) => failure !== null) };

    async function failureOf(record: BroughtRecord) {
      try {
        await archived(record);
        return null;
      } catch (fault) {
        log.error('a row was not archived', faultFacts(fault));
        return { itemIdentifier: record.dynamodb?.SequenceNumber ?? '' };
      }
    }

    async function archived(record: BroughtRecord): Promise<void> {
      const { eventName, dynamodb } = v.parse(StreamRecord, record);
      const [pk, sk] = [dynamodb.Keys.pk.S, dynamodb.Keys.sk.S];
      const family = archivedFamilyOf(pk);
      // The filter of the stream cannot compare whole keys.
      if (family === undefined) return;
      if (eventName === 'MODIFY') return log.error(CHANGED, { family });
      const object = {
        Bucket: bucketName,
        Key: `${family}/${encodeURIComponent(pk)}/${encodeURIComponent(sk)}.json`,
        Body: JSON.stringify(sorted(dynamodb.NewImage)),
        ContentType: 'application/json',
        // A bucket that locks its objects takes none without a checksum.
        ChecksumAlgorithm: 'SHA256' as const,
        IfNoneMatch: '*',
      };
      await once(() => client.send(new PutObjectCommand(object)));
    }
  };

/** The same value with the members of each object in one order: theirs means nothing to DynamoDB. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}
