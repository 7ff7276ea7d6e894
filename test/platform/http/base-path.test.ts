import { describe, expect, test } from 'vitest';
import { CAPABILITIES } from '../../../functions/composition/capabilities.ts';
import { basePathOf, htmlBelow, locationBelow, pathWithin } from '../../../functions/platform/http/base-path.ts';
import { OWN_SEGMENTS } from '../../../functions/platform/settings/setting-values.ts';

describe('the base path', () => {
  test.for([
    ['https://replay.shop.test', ''],
    ['https://replay.shop.test/', ''],
    ['https://tools.shop.test/replay', '/replay'],
    ['https://tools.shop.test/a/b/', '/a/b'],
  ])('of %s is %j', ([publicUrl = '', expected]) => {
    expect(basePathOf(publicUrl)).toBe(expected);
  });

  test.for([
    ['/console', '/live/console'],
    ['/', '/live/'],
    ['https://login.shop.test/a', 'https://login.shop.test/a'],
    ['//login.shop.test/a', '//login.shop.test/a'],
    ['?done=saved', '?done=saved'],
  ])('leads %s to %s', ([location = '', expected]) => {
    expect(locationBelow('/live', location)).toBe(expected);
    expect(locationBelow('', location)).toBe(location);
  });

  test.for([
    ['/live/console', '/console'],
    ['/live', '/'],
    ['/console', '/console'],
    ['/lively/console', '/lively/console'],
  ])('is removed from %s: %s', ([path = '', expected]) => {
    expect(pathWithin('/live', path)).toBe(expected);
    expect(pathWithin('', path)).toBe(path);
  });

  test.for([
    ['<a href="/console">', '<a href="/live/console">'],
    ['<form method="post" action="/console/a">', '<form method="post" action="/live/console/a">'],
    ['<button formaction="/console/b">', '<button formaction="/live/console/b">'],
    ['<script src="/console/assets/console.js">', '<script src="/live/console/assets/console.js">'],
    ['<div data-live="/a" data-then="/b">', '<div data-live="/live/a" data-then="/live/b">'],
    ['<div data-more="/a"><div data-document="/b">', '<div data-more="/live/a"><div data-document="/live/b">'],
    ...['<a href="#main">', '<a href="?page=2">', '<a href="https://shop.test/a">', '<input value="/a">'].map(
      (same) => [...[same, same]],
    ),
    // What a text of a recording looks like on a page.
    ...['<pre>&lt;a href=&quot;/a&quot;&gt;</pre>', '<p>href=&#39;/a&#39;</p>'].map((same) => [same, same]),
  ])('is added to the links of %s', ([html = '', expected]) => {
    expect(htmlBelow('/live', html)).toBe(expected);
    expect(htmlBelow('', html)).toBe(html);
  });

  test('never begins with a segment of our own paths', () => {
    const paths = CAPABILITIES.flatMap(({ endpoints, pages, prefixes }) => [
      ...[...endpoints, ...pages].map(({ path }) => path),
      ...prefixes.map(({ prefix }) => prefix),
    ]);
    const own = new Set(paths.map((path) => path.split('/')[1]));
    expect([...own].filter((segment) => !OWN_SEGMENTS.includes(segment ?? ''))).toEqual([]);
  });
});
