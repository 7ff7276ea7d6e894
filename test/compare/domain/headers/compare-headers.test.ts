import { expect, test } from 'vitest';
import { compareResponses } from '../../../../functions/compare/domain/compare-responses.ts';
import { rulesInForce } from '../../../../functions/compare/domain/rules/built-in-rules.ts';
import { compileRules } from '../../../../functions/compare/domain/rules/rules.ts';
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

test('compareHeaders compares all headers except those that differ between any two answers', () => {
  const rules = compileRules(rulesInForce([], { compareHeaders: true, builtInRules: {} }), '/a');
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
