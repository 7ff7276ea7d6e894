/** Characters that may differ in a mistyped domain; two neighbours in the wrong order count as two. */
const MAX_TYPOS = 2;

/** The domain that a mistyped one probably means; undefined if none is similar. */
export function suggestedDomain(typed: string, domains: readonly string[]): string | undefined {
  const byDistance = domains.map((domain) => ({ domain, distance: distanceOf(typed, domain) }));
  return byDistance.filter(({ distance }) => distance <= MAX_TYPOS).toSorted((a, b) => a.distance - b.distance)[0]
    ?.domain;
}

/** How many characters have to be added, removed or replaced to make one text of the other (Levenshtein). */
function distanceOf(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...one].entries()) {
    const now = [row + 1];
    for (const [column, wanted] of [...other].entries()) {
      const replaced = (before[column] ?? 0) + (letter === wanted ? 0 : 1);
      now.push(Math.min(replaced, (before[column + 1] ?? 0) + 1, (now[column] ?? 0) + 1));
    }
    before = now;
  }
  return before.at(-1) ?? 0;
}
