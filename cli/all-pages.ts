/** A list's entries of as many pages as `limit` entries take; `nextCursor` says whether there are more. */
export async function allPages<T>(
  page: (query: { limit: number; cursor?: string }) => Promise<{ items: T[]; nextCursor: string | null }>,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ items: T[]; nextCursor: string | null }> {
  const items: T[] = [];
  let next = cursor;
  do {
    const answer = await page({
      limit: Math.min(PAGE, limit - items.length),
      ...(next !== undefined && { cursor: next }),
    });
    items.push(...answer.items);
    next = answer.nextCursor ?? undefined;
  } while (next !== undefined && items.length < limit);
  return { items, nextCursor: next ?? null };
}

/** The most that the service gives at once (interface 10). */
const PAGE = 200;
