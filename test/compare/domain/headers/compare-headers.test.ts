import { describe, expect, test } from 'vitest';
import { compareResponses } from '../../../../functions/compare/domain/compare-responses.ts';
import { rulesInForce } from '../../../../functions/compare/domain/rules/built-in-rules.ts';
import { type CompareRule, compileRules } from '../../../../functions/compare/domain/rules/rules.ts';
import { valueRulesDigest } from '../../../../functions/compare/domain/rules/value-rules.ts';
import type { Header } from '../../../../functions/platform/outbound/outbound.ts';
import { bytesOf, differencesIn, rulesOf } from '../compare-two.ts';

const found = (recorded: Header[], replayed: Header[], rules = rulesOf(), bodies: [string, string] = ['{}', '{}']) =>
  differencesIn(
    compareResponses(
      { status: 200, headers: recorded, body: bytesOf(bodies[0]) },
      {
        kind: 'response',
        status: 200,
        headers: replayed,
        body: bytesOf(bodies[1]),
        truncated: false,
        durationMs: 1,
      },
      rules,
    ),
  ).toSorted();

const BEFORE: Header[] = [
  ['Location', '/a'],
  ['Link', '</b>; rel=next'],
  ['X-Total-Count', '3'],
  ['Cache-Control', 'no-store'],
  ['Allow', 'GET'],
  ['Access-Control-Allow-Origin', '*'],
  ['X-Build', 'one'],
  ['Date', 'Thu, 01 Jan 2026 00:00:00 GMT'],
  ['ETag', '"1"'],
];
const AFTER: Header[] = BEFORE.map(([name, value]) => [name.toLowerCase(), `${value}2`]);

test('compared headers are only those with a meaning by default', () => {
  expect(found(BEFORE, BEFORE)).toEqual([]);
  expect(found(BEFORE, AFTER)).toEqual([
    'FIELD_VALUE @headers.allow',
    'FIELD_VALUE @headers.link',
    'FIELD_VALUE @headers.location',
    "FIELD_VALUE @headers['access-control-allow-origin']",
    "FIELD_VALUE @headers['cache-control']",
    "FIELD_VALUE @headers['x-total-count']",
  ]);
});

test('a rule ignores one header without other settings', () => {
  const rules = rulesOf({ target: 'response-headers', path: '$.location' });
  expect(found([['Location', '/a']], [['location', '/b']], rules)).toEqual(['FIELD_VALUE @headers.location (r0)']);
});

const ofFurther = (furtherHeaders: string[], ...own: CompareRule[]) =>
  compileRules(rulesInForce(own, { compareHeaders: false, furtherHeaders, builtInRules: {} }), '/a');

const ofHeaders = (kind: CompareRule['kind'], path: string): CompareRule => ({
  ruleId: `${kind} ${path}`,
  kind,
  operation: null,
  target: 'response-headers',
  path,
  origin: 'person',
  createdBy: 'ann',
  createdAt: 0,
});

describe('further headers', () => {
  const NAMED: Header[] = [
    ['Location', '/a'],
    ['X-Build', 'one'],
    ["X-It's", '1'],
    ['ETag', '"1"'],
  ];
  const OTHER: Header[] = [
    ['location', '/b'],
    ['x-build', 'two'],
    ["x-it's", '2'],
    ['etag', '"2"'],
  ];
  const LOCATION = 'FIELD_VALUE @headers.location';
  const BUILD = "FIELD_VALUE @headers['x-build']";

  test('are compared beside those with a meaning, whatever characters their names have', () => {
    expect(found(NAMED, OTHER, ofFurther([]))).toEqual([LOCATION]);
    expect(found(NAMED, OTHER, ofFurther(['x-build']))).toEqual([LOCATION, BUILD]);
    expect(found(NAMED, OTHER, ofFurther(["x-it's"]))).toHaveLength(2);
    expect(found(NAMED, OTHER, ofFurther(['etag']))).toEqual(['FIELD_VALUE @headers.etag', LOCATION]);
  });

  test('are missing and new ones as well', () => {
    expect(found(NAMED, [['location', '/a']], ofFurther(['x-build']))).toEqual(["FIELD_MISSING @headers['x-build']"]);
    expect(found([['location', '/a']], OTHER, ofFurther(['x-build']))).toContain("NEW_FIELD @headers['x-build']");
  });

  test('are added to those that a rule chooses, and a rule ignores one of them', () => {
    const chosen = ofFurther(['x-build'], ofHeaders('include-only', '$.etag'));
    expect(found(NAMED, OTHER, chosen).filter((one) => !one.includes('('))).toEqual([
      'FIELD_VALUE @headers.etag',
      BUILD,
    ]);
    const ignored = ofFurther(['x-build'], ofHeaders('ignore', "$['x-build']"));
    expect(found(NAMED, OTHER, ignored)).toEqual([LOCATION, `${BUILD} (ignore $['x-build'])`]);
  });

  test('are not ignored where all headers are compared', () => {
    const settings = { compareHeaders: true, furtherHeaders: ['etag'], builtInRules: {} };
    const differences = found(BEFORE, AFTER, compileRules(rulesInForce([], settings), '/a'));
    expect(differences).toContain('FIELD_VALUE @headers.etag');
    expect(differences).not.toContain('FIELD_VALUE @headers.date');
  });

  test('change what stored responses are compared by', () => {
    const digestOf = (furtherHeaders: string[]) =>
      valueRulesDigest(rulesInForce([], { compareHeaders: false, furtherHeaders, builtInRules: {} }));
    expect(digestOf([])).toBe('');
    expect(new Set([digestOf(['x-build']), digestOf(['etag']), digestOf(['etag', 'x-build'])]).size).toBe(3);
  });
});

test('compareHeaders compares all headers except those that differ between any two answers', () => {
  const rules = compileRules(rulesInForce([], { compareHeaders: true, furtherHeaders: [], builtInRules: {} }), '/a');
  const differences = found(BEFORE, AFTER, rules);
  expect(differences).toContain("FIELD_VALUE @headers['x-build']");
  expect(differences).toContain('FIELD_VALUE @headers.location');
  expect(differences).not.toContain('FIELD_VALUE @headers.date');
});

test('an include-only rule of headers replaces the default selection', () => {
  const rules = rulesOf({ kind: 'include-only', target: 'response-headers', path: "$['x-build']" });
  expect(found(BEFORE, AFTER, rules).filter((one) => !one.endsWith('(r0)'))).toEqual([
    "FIELD_VALUE @headers['x-build']",
  ]);
});

test('a missing or new header is one difference', () => {
  const others: Header[] = [['Date', 'Thu, 01 Jan 2026 00:00:00 GMT']];
  expect(found([...others, ['Allow', 'GET']], others)).toEqual(['FIELD_MISSING @headers.allow']);
  expect(found(others, [...others, ['Allow', 'GET']])).toEqual(['NEW_FIELD @headers.allow']);
});

test('a header is not new if the recorder keeps only the type of the body', () => {
  const type: Header[] = [['Content-Type', 'application/json']];
  expect(found(type, [...type, ['Cache-Control', 'no-store']])).toEqual([]);
  expect(found([], [...type, ['Cache-Control', 'no-store']])).toEqual([]);
});

test('several lines of one list header are compared as one list', () => {
  expect(
    found(
      [['Allow', 'GET, PUT']],
      [
        ['Allow', 'PUT'],
        ['Allow', 'GET'],
      ],
    ),
  ).toEqual([]);
});

test('another format is one difference, without another one of its content-type', () => {
  const [json, html]: [Header, Header] = [
    ['Content-Type', 'application/json'],
    ['Content-Type', 'text/html'],
  ];
  expect(found([json], [html], rulesOf(), ['{}', '<p>a</p>'])).toEqual(['RESPONSE_FORMAT response']);
  expect(found([['Content-Type', 'application/json']], [['Content-Type', 'application/problem+json']])).toEqual([
    "FIELD_VALUE @headers['content-type']",
  ]);
});
