import { expect, test } from 'vitest';
import type { MainCoverage } from '../../../functions/applications/domain/main-coverage.ts';
import { mainCoverageText } from '../../../functions/applications/pages/sections/main-coverage-text.ts';

test.for<[missing: MainCoverage['missing'], text: string]>([
  [[], '5 of 27 endpoints, all replayed in the last run'],
  [['/cart'], '5 of 27 endpoints. Not replayed in the last run: /cart'],
  [['/cart', '/a', '/b'], '5 of 27 endpoints. Not replayed in the last run: /cart and 2 others'],
  ['never', '5 of 27 endpoints, not replayed yet'],
  [null, '5 of 27 endpoints'],
])('main endpoints with %j not replayed are shown as %s', ([missing, text]) => {
  expect(mainCoverageText({ mains: 5, endpoints: 27, missing })).toBe(text);
});
