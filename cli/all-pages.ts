/** Reads as many pages as `limit` entries need; `nextCursor` is set if there are more. */
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

/** Maximum page size of the service (interface 10). */
const PAGE = 200;
