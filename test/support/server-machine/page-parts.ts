/** A part of a page: what stands below a heading until the next one of its level or above. */
export function partOf(page: string, heading: string): string {
  const [, level = '', rest = ''] = new RegExp(`^(#+) (?:\\d+\\. )?${heading}\\n([^]*)`, 'm').exec(page) ?? [];
  if (level === '') throw new Error(`the page has no heading ${heading}`);
  return rest.split(new RegExp(`^#{1,${level.length}} (?=[\\dA-Z])`, 'm'))[0] ?? '';
}
