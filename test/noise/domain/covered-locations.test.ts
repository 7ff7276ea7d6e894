import { describe, expect, test } from 'vitest';
import { coveredLocations, type Reach } from '../../../functions/noise/domain/covered-locations.ts';

describe('coveredLocations', () => {
  test.for<[subject: string, locations: string[], below: boolean, location: boolean]>([
    ['price', ['price'], true, true],
    ['price', ['price.currency'], true, false],
    ['price', ['price[*].currency'], true, false],
    ['price', ['prices', 'total'], false, false],
    ['price.currency', ['price'], false, false],
    ['items[*].id', ['items[*].id'], true, true],
    ['items[*].id', ['items[*]'], false, false],
    ['prices.*.price', ['prices.sku-1.price'], true, true],
    ['prices.*.price', ["prices['a.b'].price"], true, true],
    ['prices.*.price', ['prices.sku-1.cost'], false, false],
    ['prices.*', ['prices[*].price'], true, false],
    ['@content-type', ['@content-type'], true, true],
    ['@content-type', ['content-type'], false, false],
    ['$', ['$'], true, true],
  ])('decides whether %s covers a place among %j', ([subject, locations, below, location]) => {
    const covers = (reach: Reach) => coveredLocations(locations, reach)(subject);
    expect([covers('below'), covers('place')]).toEqual([below, location]);
  });
});
