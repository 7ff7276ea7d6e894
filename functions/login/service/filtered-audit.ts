import type { AuditEntry } from '../domain/audit.ts';
import { type AuditFilter, auditSince, matchesAudit } from '../domain/audit-filter.ts';
import type { AuditStore } from '../store/audit.ts';

/** Entries of one read. */
const READ = 500;

interface Wanted {
  filter: AuditFilter;
  after: string | null;
  /** Reads that a page takes at most; it may be short where few entries match. */
  maxReads: number;
  /** A page ends as soon as it has so many. */
  enough: number;
  /** Epoch ms. */
  now: number;
}

/**
 * Entries that a filter shows, newest first, and the cursor of what was not looked at. `textOf`: the name of an action.
 */
export async function filteredAudit(
  audit: Pick<AuditStore, 'page'>,
  textOf: (entry: AuditEntry) => string,
  { filter, after, maxReads, enough, now }: Wanted,
): Promise<{ items: AuditEntry[]; next: string | null }> {
  const since = auditSince(filter, now);
  const items: AuditEntry[] = [];
  let cursor = after;
  for (let read = 0; read < maxReads; read++) {
    // A page that ends in the middle of a read could not continue there.
    const limit = Math.min(READ, enough - items.length);
    const page = await audit.page({ limit, after: cursor, since });
    items.push(...page.items.filter((entry) => matchesAudit(entry, filter, textOf(entry))));
    cursor = page.next;
    if (cursor === null || items.length >= enough) break;
  }
  return { items: items.sort((a, b) => b.at - a.at), next: cursor };
}
