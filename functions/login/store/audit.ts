import * as v from 'valibot';
import { partitionOf } from '../../platform/values/families/row-families.ts';
import { paddedTime } from '../../platform/values/padded.ts';
import { sha256Hex } from '../../platform/values/sha256.ts';
import { cutText } from '../../platform/values/shown/cut-text.ts';
import type { World } from '../../platform/world.ts';
import { type AuditAction, AuditEntry } from '../domain/audit.ts';

/** Entries expire after this long. */
const RETENTION_MS = 400 * 86_400_000;

/** A refused action that a caller repeats is noted once a minute, so that callers cannot fill the log. */
const REFUSED_EVERY_MS = 60_000;
const ID_LENGTH = 24;

/** Maximum characters of the names of an entry. */
const MAX_ABOUT_LENGTH = 300;

export type AuditStore = ReturnType<typeof auditStore>;

/** Stores the audit log of a tenant: pk `T#<tenant>#AUDIT`, sk `<time>#<id>`. */
export function auditStore({ table, now, newId }: Pick<World, 'table' | 'now' | 'newId'>, tenant: string) {
  const pk = partitionOf('audit', tenant);

  return {
    /**
     * Records a completed change; durable when resolved. `about` are the names of its subject, never values; empty:
     * there is nothing to name.
     */
    async note(who: { name: string }, action: AuditAction, subject: AuditEntry['subject'], about = ''): Promise<void> {
      const at = now();
      const entry: AuditEntry = {
        id: newId().slice(0, ID_LENGTH),
        at,
        who: who.name,
        action,
        subject,
        ...(about && { about: cutText(about, MAX_ABOUT_LENGTH) }),
      };
      const sk = `${paddedTime(at)}#${entry.id}`;
      await table.put({ pk, sk, ...entry, expiresAt: at + RETENTION_MS });
    },

    /** Records an action that its caller was not allowed to do: once a minute for an equal one. */
    async noteRefused(who: { name: string }, action: AuditAction, subject: AuditEntry['subject']): Promise<void> {
      const at = now();
      const minute = at - (at % REFUSED_EVERY_MS);
      const id = sha256Hex(JSON.stringify([minute, who.name, action, subject])).slice(0, ID_LENGTH);
      const entry: AuditEntry = { id, at, who: who.name, action, subject, refused: true };
      const sk = `${paddedTime(minute)}#${id}`;
      await table.put({ pk, sk, ...entry, expiresAt: at + RETENTION_MS }, { when: 'absent' });
    },

    /** A page of entries, newest first; `since` (epoch ms) leaves out older ones. */
    async page({ limit, after, since }: { limit: number; after: string | null; since?: number | undefined }) {
      const { items, next } = await table.query({
        pk,
        descending: true,
        limit,
        ...(since !== undefined && { from: paddedTime(since) }),
        ...(after !== null && { after }),
      });
      return { items: items.map((item) => v.parse(AuditEntry, item)), next };
    },
  };
}
