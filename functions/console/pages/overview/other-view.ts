import type { PageRequest } from '../../../platform/http/pages/page-route.ts';

/** The path of the page with one choice changed and the others kept; null removes the choice. */
export function otherView(
  { url, query }: Pick<PageRequest, 'url' | 'query'>,
  name: string,
  value: string | null,
): string {
  const kept = new URLSearchParams(query);
  if (value === null) kept.delete(name);
  else kept.set(name, value);
  return kept.size > 0 ? `${url.pathname}?${kept}` : url.pathname;
}
