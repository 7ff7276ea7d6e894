import type { LoginServices } from '../../composition.ts';
import type { Membership } from '../../domain/membership.ts';
import { isUserFilter, matchesUser, type UserFilter } from './user-filter.ts';

/** Users that a page lists, and at most reads for a filter in one go. */
const LISTED = 100;
/** Reads that a filtered page takes at most; it may be short where few users match. */
const MAX_READS = 10;

/** The users that a filter shows, oldest first, and the cursor of those that were not looked at. */
export async function filteredUsers(
  users: Pick<LoginServices['users'], 'page'>,
  tenant: string,
  { filter, after }: { filter: UserFilter; after: string | null },
): Promise<{ items: Membership[]; next: string | null }> {
  const items: Membership[] = [];
  let cursor = after;
  for (let read = 0; read < (isUserFilter(filter) ? MAX_READS : 1); read++) {
    const page = await users.page(tenant, { limit: LISTED, after: cursor });
    items.push(...page.items.filter((user) => matchesUser(user, filter)));
    cursor = page.next;
    if (cursor === null || items.length >= LISTED) break;
  }
  return { items, next: cursor };
}
