import * as v from 'valibot';
import { Digest } from '../../../platform/values/digest.ts';
import type { World, Write } from '../../../platform/world.ts';
import { ATTEMPT_STATUSES } from '../../domain/statuses.ts';
import { hostKey } from './hosts.ts';

/** Retention of published batches, for deduplication. A batch itself expires long before (evaluation 3.11). */
const RETENTION_MS = 86_400_000;

/** Response of a publication. */
export const PublicationAnswer = v.object({
  batch_id: v.string(),
  /** sha256 of the signed payload. */
  batch_digest: Digest,
  attempt_id: v.string(),
  attempt_status: v.picklist(ATTEMPT_STATUSES),
  next_host_sequence: v.number(),
  /** Events that it added to the ledger. */
  event_ids: v.array(v.string()),
});
export type PublicationAnswer = v.InferOutput<typeof PublicationAnswer>;

const Row = v.object({ answer: PublicationAnswer });

/** Published batches (evaluation 3.11): pk `T#<tenant>#HOST#<host_id>`, sk `BATCH#<hex>`, kept for a day. */
export function publicationStore({ table, now }: Pick<World, 'table' | 'now'>, tenant: string) {
  const keyOf = (hostId: string, digest: string) => ({
    pk: hostKey(tenant, hostId).pk,
    sk: `BATCH#${digest.slice('sha256:'.length)}`,
  });

  return {
    /** The earlier response to the same batch of this host. */
    async find(hostId: string, digest: Digest): Promise<PublicationAnswer | undefined> {
      const row = await table.get(keyOf(hostId, digest));
      return row && v.parse(Row, row).answer;
    },

    /** Stores a response once. */
    writeOf: (hostId: string, answer: PublicationAnswer): Write => ({
      put: { ...keyOf(hostId, answer.batch_digest), answer, expiresAt: now() + RETENTION_MS },
      when: 'absent',
    }),
  };
}
