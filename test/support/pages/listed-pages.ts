import { expect } from 'vitest';

/** A page, or a state of it, that a browser test looks at. */
export interface ListedPage {
  name: string;
  /** As in the list of a capability; `{name}` stands for a value. */
  route: string;
  query?: string | (() => string);
}

/** The address of a page, with what its route and its query need. */
export function addressOf({ route, query }: ListedPage, values: Readonly<Record<string, string>> = {}): string {
  const path = route.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    expect(values, `the value of ${name} in ${route}`).toHaveProperty(name);
    return encodeURIComponent(values[name] ?? '');
  });
  return query === undefined ? path : `${path}?${query}`;
}
