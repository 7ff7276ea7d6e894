import { expect, test } from 'vitest';
import { suggestedDomain } from '../../../functions/login/domain/suggested-domain.ts';

test.for<[typed: string, domains: string[], meant: string | undefined]>([
  ['shop.exmaple', ['shop.example'], 'shop.example'],
  ['shp.example', ['other.example', 'shop.example'], 'shop.example'],
  ['shoop.example', ['shop.example'], 'shop.example'],
  ['shop.exaple', ['shop.examples', 'shop.example'], 'shop.example'],
  ['sohp.exmaple', ['shop.example'], undefined],
  ['evil.test', ['shop.example'], undefined],
  ['shop.example', [], undefined],
])('suggestedDomain finds for %s among %j: %s', ([typed, domains, meant]) => {
  expect(suggestedDomain(typed, domains)).toBe(meant);
});
