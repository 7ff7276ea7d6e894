import { expect, test } from 'vitest';
import { MAX_BUILD_TEXT } from '../../../functions/replay/domain/run-build.ts';
import { runFilter } from '../../../functions/report/domain/run-filter.ts';

test.for<[query: string, read: object]>([
  ['', { ok: true, value: { branch: null, state: null } }],
  ['branch=&state=', { ok: true, value: { branch: null, state: null } }],
  ['branch=+main+&state=CLEAN', { ok: true, value: { branch: 'main', state: 'CLEAN' } }],
  [`branch=${'x'.repeat(MAX_BUILD_TEXT)}`, { ok: true, value: { branch: 'x'.repeat(MAX_BUILD_TEXT) } }],
  [`branch=${'x'.repeat(MAX_BUILD_TEXT + 1)}`, { ok: false, code: 'branch' }],
  ['state=PENDING', { ok: true, value: { state: 'PENDING' } }],
  ['state=clean', { ok: false, code: 'state' }],
])('runFilter reads or refuses "%s"', ([query, read]) => {
  expect(runFilter(new URLSearchParams(query))).toMatchObject(read);
});
