import { expect, test } from 'vitest';
import { buildName } from '../../../../functions/evaluation/pages/runs/build-name.ts';

const COMMIT = '9f3c1ab7d5e4c3b2a19f8e7d6c5b4a3928171605';

test.for([
  [{}, null, null],
  [{ team: 'shop' }, null, null],
  [{ build: '4711' }, 'build 4711', null],
  [{ 'service.version': 'build-4711' }, 'build-4711', null],
  [{ build: 'GitHub Actions build 4711' }, 'GitHub Actions build 4711', null],
  [{ branch: 'main', build: '4711' }, 'main', 'build 4711'],
  [{ branch: 'main', commit: COMMIT }, 'main 9f3c1ab', null],
  [
    { 'vcs.change.title': 'Split heavy parcels', 'vcs.ref.head.name': 'split', commit: COMMIT, build: '4711' },
    'Split heavy parcels',
    'split 9f3c1ab, build 4711',
  ],
  [{ title: 'Fix coupons' }, 'Fix coupons', null],
] as const)('a build with the labels %j is named', ([labels, name, rest]) => {
  expect(buildName(labels)).toEqual({ name, rest });
});
