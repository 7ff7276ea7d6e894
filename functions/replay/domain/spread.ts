/** How many of the shapes among the cases of a window a round covers. */
export interface ShapeCoverage {
  covered: number;
  of: number;
}

/**
 * Chooses at most `limit` cases, given newest first: the newest of each shape, then the second of each, and so on, so
 * that cases of rare shapes come before further ones of frequent shapes.
 */
export function spread<Case>(
  newestFirst: readonly { one: Case; shape: string }[],
  limit: number,
): { chosen: Case[]; shapes: ShapeCoverage } {
  const groups = [...Map.groupBy(newestFirst, ({ shape }) => shape).values()];
  const chosen: Case[] = [];
  for (let turn = 0; chosen.length < Math.min(limit, newestFirst.length); turn++) {
    for (const group of groups) {
      const next = group[turn];
      if (next && chosen.length < limit) chosen.push(next.one);
    }
  }
  return { chosen, shapes: { covered: Math.min(limit, groups.length), of: groups.length } };
}
