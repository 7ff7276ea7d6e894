/** The parts that a pattern leaves open, in their order: one for each `*`. */
type PartsOf<Pattern extends string> = Pattern extends `${string}*${infer Rest}`
  ? [part: string | number, ...PartsOf<Rest>]
  : [];

/** Builds keys from named patterns. */
export function keyBuilder<const Patterns extends Readonly<Record<string, string>>>(patterns: Patterns) {
  const fixed: ReadonlyMap<string, readonly string[]> = new Map(
    Object.entries(patterns).map(([name, pattern]) => [name, pattern.split('*')]),
  );
  return <Name extends keyof Patterns & string>(name: Name, ...parts: PartsOf<Patterns[Name]>): string => {
    const [first = '', ...rest] = fixed.get(name) ?? [];
    return rest.reduce((key, text, at) => `${key}${parts[at]}${text}`, first);
  };
}
