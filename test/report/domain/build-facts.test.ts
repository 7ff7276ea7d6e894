import { describe, expect, test } from 'vitest';
import { buildFacts } from '../../../functions/report/domain/build-facts.ts';

const NONE = { branch: null, commit: null, build: null, buildUrl: null };

describe('facts of the build', () => {
  test('branch, commit, pipeline and its address', () => {
    const attributes = {
      'vcs.ref.head.name': 'feature/split',
      'vcs.ref.head.revision': '9f3c1ab',
      'cicd.pipeline.name': 'GitHub Actions',
      'cicd.pipeline.run.id': 4711,
      'cicd.pipeline.run.url.full': 'https://ci.shop.example/4711',
    };
    expect(buildFacts(JSON.stringify(attributes))).toEqual({
      branch: 'feature/split',
      commit: '9f3c1ab',
      build: 'GitHub Actions build 4711',
      buildUrl: 'https://ci.shop.example/4711',
    });
  });

  test.for<[string, unknown]>([
    ['none were given', null],
    ['others', { 'service.name': 'shop' }],
    ['other types', { 'vcs.ref.head.name': {}, 'vcs.ref.head.revision': ' ', 'cicd.pipeline.name': [] }],
    ['a script as the address', { 'cicd.pipeline.run.url.full': 'javascript:alert(1)' }],
    ['an address with a password', { 'cicd.pipeline.run.url.full': 'https://a:b@ci.shop.example' }],
    ['a text that is too long', { 'vcs.ref.head.name': 'x'.repeat(201) }],
  ])('nothing where it is unusable: %s', ([, attributes]) => {
    expect(buildFacts(attributes === null ? null : JSON.stringify(attributes))).toEqual(NONE);
  });
});
