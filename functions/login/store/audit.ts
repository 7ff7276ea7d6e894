import * as v from 'valibot';
import { partitionOf } from '../../platform/values/families/row-families.ts';
import { paddedTime } from '../../platform/values/padded.ts';
import type { World } from '../../platform/world.ts';
import { type AuditAction, AuditEntry } from '../domain/audit.ts';

/** Entries expire after this long. */
const RETENTION_MS = 400 * 86_400_000;

export type AuditStore = ReturnType<typeof auditStore>;

/** Stores the audit log of a tenant: pk `T#<tenant>#AUDIT`, sk `<time>#<id>`. */
export function auditStore({ table, now, newId }: Pick<World, 'table' | 'now' | 'newId'>, tenant: string) {
  const pk = partitionOf('audit', tenant);

  return {
    /** Records a completed change; durable when resolved. */
    async note(who: { name: string }, action: AuditAction, subject: AuditEntry['subject']): Promise<void> {
      const at = now();
      const entry: AuditEntry = { id: newId().slice(0, 24), at, who: who.name, action, subject };
      const sk = `${paddedTime(at)}#${entry.id}`;
      await table.put({ pk, sk, ...entry, expiresAt: at + RETENTION_MS });
    },

    /** A page of entries, newest first. */
    async page({ limit, after }: { limit: number; after: string | null }) {
      const { items, next } = await table.query({ pk, descending: true, limit, ...(after !== null && { after }) });
      return { items: items.map((item) => v.parse(AuditEntry, item)), next };
    },
  };
}
