import { expect, test } from 'vitest';
import { otherView } from '../../../functions/console/pages/overview/other-view.ts';

test.for<[query: string, name: string, value: string | null, path: string]>([
  ['', 'ci', 'gitlab', '/console/apps/a?ci=gitlab'],
  ['?branch=main&ci=github', 'ci', 'gitlab', '/console/apps/a?branch=main&ci=gitlab'],
  ['?branch=main&ci=github', 'branch', null, '/console/apps/a?ci=github'],
  ['?branch=main', 'branch', null, '/console/apps/a'],
])('otherView of %s with %s set to %s keeps the other choice', ([query, name, value, path]) => {
  const url = new URL(`http://localhost/console/apps/a${query}`);
  expect(otherView({ url, query: url.searchParams }, name, value)).toBe(path);
});
