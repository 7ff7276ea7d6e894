/** A part of a page: what stands below a heading until the next one of its level or above. Code has no headings. */
export function partOf(page: string, heading: string): string {
  const part: string[] = [];
  let isCode = false;
  let own: number | null = null;
  for (const line of page.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    const [, level = '', text = ''] = isCode ? [] : (/^(#+) (?:\d+\. )?(.*)$/.exec(line) ?? []);
    if (own !== null && level !== '' && level.length <= own) break;
    if (own !== null) part.push(line);
    if (text === heading) own = level.length;
  }
  if (own === null) throw new Error(`the page has no heading ${heading}`);
  return part.join('\n');
}
