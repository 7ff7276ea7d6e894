import { expect, test } from 'vitest';
import { comparedHeaders, comparedHeadersText } from '../../../../functions/compare/domain/headers/compared-headers.ts';
import { rulesInForce } from '../../../../functions/compare/domain/rules/built-in-rules.ts';
import type { CompareRule } from '../../../../functions/compare/domain/rules/rules.ts';

const rule = (kind: CompareRule['kind'], path: string, operation: string | null = null): CompareRule => ({
  ruleId: `${kind} ${path}`,
  kind,
  operation,
  target: 'response-headers',
  path,
  origin: 'person',
  createdBy: 'ann',
  createdAt: 0,
});

test('comparedHeaders returns those with a meaning by default, without those that a rule ignores', () => {
  const headers = comparedHeaders([
    rule('ignore', "$['x-total-count']"),
    rule('ignore', '$.link', '/a'),
    { ...rule('ignore', '$.allow'), target: 'response' },
  ]);
  expect(headers.compared).toEqual(expect.arrayContaining(['access-control-*', 'content-type', 'location']));
  expect(headers.ignored).toEqual(['x-total-count']);
});

test('comparedHeaders returns the selection of rules and of the settings compareHeaders and furtherHeaders', () => {
  expect(comparedHeadersText(comparedHeaders([rule('include-only', '$.etag'), rule('include-only', '$.vary')]))).toBe(
    'etag, vary',
  );
  const withFurther = (own: CompareRule[]) =>
    comparedHeaders(rulesInForce(own, { compareHeaders: false, furtherHeaders: ['x-build'], builtInRules: {} }))
      .compared;
  expect(withFurther([rule('include-only', '$.etag')])).toEqual(['etag', 'x-build']);
  expect(withFurther([])).toEqual(expect.arrayContaining(['content-type', 'location', 'x-build']));
  const all = comparedHeaders(rulesInForce([], { compareHeaders: true, furtherHeaders: [], builtInRules: {} }));
  expect(all.compared).toEqual(['*']);
  expect(all.ignored).toContain('date');
  expect(comparedHeadersText(all)).toMatch(/^every response header, but not .*date/);
});
