import { expect, test } from 'vitest';
import { etagOf, isNotModified } from '../../../functions/platform/http/etag-of.ts';

const TAG = etagOf('content');

test.for<[string, string | null, boolean]>([
  ['its tag', TAG, true],
  ['its tag, made weak by a proxy', `W/${TAG}`, true],
  ['its tag among others', `"a", W/"b" ,${TAG}`, true],
  ['any tag', '*', true],
  ['no tag', null, false],
  ['an empty list', '', false],
  ['the tag of other content', etagOf('other'), false],
  ['a part of its tag', TAG.slice(0, -1), false],
  ['its tag without quotes', TAG.slice(1, -1), false],
])('a caller with %s', ([, header, expected]) => {
  expect(isNotModified(header, TAG)).toBe(expected);
});
