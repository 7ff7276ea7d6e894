/** Finds which of these patterns a key has: the one that fixes most of it. */
export function familyFinder<Family extends string>(patterns: Readonly<Record<Family, string>>) {
  const families = Object.entries<string>(patterns)
    .map(([family, pattern]) => ({
      family: family as Family, // its name
      word: wordOf(pattern),
      fixed: pattern.replaceAll('*', '').length,
      form: RegExp(`^${pattern.replaceAll('*', '.*')}$`, 's'),
    }))
    .toSorted((a, b) => b.fixed - a.fixed);
  const byWord = Map.groupBy(families, ({ word }) => word);
  return (key: string): Family | undefined => byWord.get(wordOf(key))?.find(({ form }) => form.test(key))?.family;
}

/** What a key is of: so few families have it that the rest can be tried. Every request asks. */
function wordOf(key: string): string {
  const [first = '', second = '', third = ''] = key.split('#', 3);
  if (first === 'T') return third;
  return first === 'SYSTEM' ? second : first.slice(0, first.indexOf('/') + 1) || first;
}
