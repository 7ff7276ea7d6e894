import type { Table, Write } from '../../platform/world.ts';
import type { CredentialKeys } from '../domain/recorded-case.ts';
import type { ResealedCase } from '../domain/sealed/reseal-case-job.ts';
import type { casePayloads } from './case-payloads.ts';
import { editsOf, headKey, headOf, payloadKey, unedited } from './case-rows.ts';
import { linksOf, type sessionLinks } from './session-links.ts';

interface Parts {
  table: Table;
  tenant: string;
  payloads: ReturnType<typeof casePayloads>;
  sessions: ReturnType<typeof sessionLinks>;
}

/**
 * Makes the function that replaces the payload of a case by the same under another key, with the keys of its
 * credentials and its links. Its counted bytes stay those of its arrival. False if the case is gone, or was pinned,
 * unpinned or given another version in the meantime.
 */
export function payloadReplacer({ table, tenant, payloads, sessions }: Parts) {
  return async (caseId: string, { payload, credentials }: ResealedCase): Promise<boolean> => {
    const [headItem, payloadItem] = await table.batchGet([headKey(tenant, caseId), payloadKey(tenant, caseId)]);
    if (!headItem || !payloadItem) return false;
    const head = headOf(headItem);
    const stored = await payloads.write(head, payload);
    const keys = renamedKeys(head.credentials ?? null, credentials);
    const links = linksOf(headItem);
    const moved = await sessions.renamed(head.appId, caseId, links, keys, headItem.expiresAt);
    const writes: Write[] = [
      {
        update: headKey(tenant, caseId),
        set: {
          edits: editsOf(headItem) + 1,
          ...(credentials !== null && { credentials: { ...credentials } }),
          ...(links.length > 0 && { links: links.map((link) => keys.get(link) ?? link) }),
        },
        when: { pinned: { equals: head.pinned }, ...unedited(headItem) },
      },
      {
        update: payloadKey(tenant, caseId),
        set: {
          data: 'data' in stored ? stored.data : undefined,
          blob: 'blob' in stored ? stored.blob : undefined,
          blobSize: 'blob' in stored ? stored.blobSize : undefined,
        },
        when: 'present',
      },
      ...moved,
    ];
    const done = await table.transact(writes);
    const before = typeof payloadItem.blob === 'string' ? payloadItem.blob : null;
    const after = 'blob' in stored ? stored.blob : null;
    if (before !== after) await payloads.release(done ? payloadItem : stored);
    return done;
  };
}

/** The keys of credentials under the new data key, by those before. */
function renamedKeys(before: CredentialKeys | null, after: CredentialKeys | null): ReadonlyMap<string, string> {
  const pairs = (['sent', 'tokens', 'issued'] as const).flatMap((kind) =>
    (before?.[kind] ?? []).map((key, at) => [key, after?.[kind][at] ?? key] as const),
  );
  return new Map(pairs);
}
