import { describe, expect, test } from 'vitest';
import {
  MAX_BUILD_TEXT,
  MAX_BUILD_URL,
  type RunBuild,
  runBuild,
  shortCommit,
} from '../../../functions/replay/domain/run-build.ts';
import { defaultPlanName, type NamedRun, runTitle } from '../../../functions/replay/domain/run-title.ts';

const AT = Date.parse('2026-11-20T12:34:56.789Z');
const COMMIT = '9f3c1ab0123456789abcdef0123456789abcdef0';

const run = (given: Partial<NamedRun>): NamedRun => ({
  appId: 'shop',
  planName: defaultPlanName('shop', AT - 3),
  createdAt: AT,
  number: 42,
  ...given,
});

describe('the name of a run', () => {
  test.for<[title: string, given: Partial<NamedRun>]>([
    ['Release candidate', { planName: 'Release candidate', build: { title: 'Fix' } }],
    [
      'Split heavy parcels',
      { build: { title: 'Split heavy parcels', branch: 'main', commit: COMMIT, name: 'ci build 7' } },
    ],
    ['main 9f3c1ab', { build: { branch: 'main', commit: COMMIT, name: 'ci build 7' } }],
    ['Commit 9f3c1ab', { build: { commit: COMMIT } }],
    ['main, ci build 7', { build: { branch: 'main', name: 'ci build 7' } }],
    ['main, run 42', { build: { branch: 'main' } }],
    ['ci build 7', { build: { name: 'ci build 7' } }],
    ['Run 42 of shop', { build: { url: 'https://ci.test/7' } }],
    ['Run 42 of shop', {}],
    ['Run 42 of shop (nightly)', { scheduleId: 'nightly' }],
    ['shop of ann', { planName: 'shop of ann' }],
  ])('is %s', ([title, given]) => {
    expect(runTitle(run(given))).toBe(title);
  });

  test('is the time for a plan of an earlier version, which has no number', () => {
    const { number: _, ...earlier } = run({});
    expect(runTitle(earlier)).toBe('Run of shop at 2026-11-20 12:34 UTC');
    expect(runTitle({ ...earlier, build: { branch: 'main' } })).toBe('main, 2026-11-20 12:34 UTC');
  });
});

describe('the build in attributes (spec 2.1)', () => {
  const of = (attributes: object | null) => runBuild(attributes && JSON.stringify(attributes));

  test('has all of its members', () => {
    expect(
      of({
        'service.name': 'shop',
        'vcs.change.title': 'Split heavy parcels',
        'vcs.ref.head.name': 'feature/parcels',
        'vcs.ref.head.revision': COMMIT,
        'cicd.pipeline.name': 'checkout',
        'cicd.pipeline.run.id': 4711,
        'cicd.pipeline.run.url.full': 'https://ci.test/4711',
      }),
    ).toEqual({
      title: 'Split heavy parcels',
      branch: 'feature/parcels',
      commit: COMMIT,
      name: 'checkout build 4711',
      url: 'https://ci.test/4711',
    });
  });

  test.for<[what: string, attributes: object | null, build: RunBuild | undefined]>([
    ['no attributes', null, undefined],
    ['nothing about a build', { 'service.name': 'shop' }, undefined],
    ['values that are not text', { 'vcs.change.title': { a: 1 }, 'vcs.ref.head.name': true }, undefined],
    ['blank values', { 'vcs.change.title': ' \n ', 'vcs.ref.head.name': '' }, undefined],
    ['the first line of a message', { 'vcs.change.title': '\n Fix\tit \r\n\nBecause' }, { title: 'Fix it' }],
    ['a ref of a branch', { 'vcs.ref.head.name': 'refs/heads/main' }, { branch: 'main' }],
    ['a run without a pipeline', { 'cicd.pipeline.run.id': '7' }, { name: 'Build 7' }],
    ['a pipeline without a run', { 'cicd.pipeline.name': 'ci' }, { name: 'ci' }],
    ['credentials in the address', { 'cicd.pipeline.run.url.full': 'https://u:p@ci.test/7' }, undefined],
    ['an address that is not a link', { 'cicd.pipeline.run.url.full': 'javascript:alert(1)' }, undefined],
    ['a lone surrogate', { 'vcs.change.title': 'a\ud800b' }, { title: 'a\ufffdb' }],
  ])('is read from %s', ([, attributes, build]) => {
    expect(of(attributes)).toEqual(build);
  });

  test('keeps a number as it was written', () => {
    expect(runBuild('{"cicd.pipeline.run.id": 12345678901234567890}')).toEqual({ name: 'Build 12345678901234567890' });
  });

  test(`keeps a text of ${MAX_BUILD_TEXT} characters, and cuts a longer one between characters`, () => {
    const titleOf = (title: string) => of({ 'vcs.change.title': title })?.title;
    expect(titleOf('x'.repeat(MAX_BUILD_TEXT))).toBe('x'.repeat(MAX_BUILD_TEXT));
    expect(titleOf('x'.repeat(MAX_BUILD_TEXT + 1))).toBe(`${'x'.repeat(MAX_BUILD_TEXT - 1)}…`);
    expect(titleOf(`${'x'.repeat(MAX_BUILD_TEXT - 2)}😀😀`)).toBe(`${'x'.repeat(MAX_BUILD_TEXT - 2)}…`);
  });

  test(`keeps an address of ${MAX_BUILD_URL} characters, and drops a longer one`, () => {
    const urlOf = (url: string) => of({ 'cicd.pipeline.run.url.full': url })?.url;
    const longest = `https://ci.test/${'x'.repeat(MAX_BUILD_URL - 16)}`;
    expect(urlOf(longest)).toBe(longest);
    expect(urlOf(`${longest}x`)).toBe(undefined);
  });

  test.for([
    [COMMIT, '9f3c1ab'],
    ['9f3c1ab', '9f3c1ab'],
    ['r4711', 'r4711'],
  ])('shows the revision %s as %s', ([commit = '', shown]) => {
    expect(shortCommit(commit)).toBe(shown);
  });
});
