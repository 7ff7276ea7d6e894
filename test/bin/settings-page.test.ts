import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { settingRows, settingsPage } from '../../bin/settings-page.ts';
import { DEFAULT_SETTINGS } from '../../functions/applications/domain/application-settings.ts';

/** Groups of settings of an application, whose members have rows of their own. */
const GROUPS = ['replay', 'mocks', 'recorder', 'retention'] as const;

describe('docs/settings.md', () => {
  const page = readFileSync('docs/settings.md', 'utf8');

  test('has the table that `npm run settings` makes of the current settings', () => {
    expect(page).toBe(settingsPage(page));
  });

  test('lists every setting of an application', () => {
    const names = [
      ...Object.keys(DEFAULT_SETTINGS).filter((name) => !GROUPS.some((group) => group === name)),
      ...GROUPS.flatMap((group) => Object.keys(DEFAULT_SETTINGS[group]).map((name) => `${group}.${name}`)),
    ];
    expect(names.filter((name) => !page.includes(`\n| ${name} |`))).toEqual([]);
  });

  test('keeps what surrounds an outdated table when the table is replaced', () => {
    const stale = page.replace(/^\| SVC_TENANCY .*\n/m, '').replace('| 8090 |', '| 80 |');
    expect(stale).not.toBe(page);
    expect(settingsPage(stale)).toBe(page);
    expect(() => settingsPage('# Settings\n')).toThrow(/^the page has no /);
  });

  test('has a meaning for every setting', () => {
    expect(settingRows().filter(({ meaning }) => meaning.trim() === '')).toEqual([]);
  });

  test('has every variable once', () => {
    const names = settingRows().map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  test.for<[string, string, string]>([
    ['PORT', 'standalone', '8090'],
    ['SVC_BASIC_AUTH', 'standalone', 'none'],
    ['SVC_TENANCY', 'both', 'single'],
    ['SVC_EGRESS_ALLOW', 'both', 'none'],
    ['SVC_PUBLIC_URL', 'both', 'http://HOST:PORT'],
    ['SVC_NOISE_REDUCTION', 'both', 'rules / off on AWS'],
    ['SVC_TABLE_NAME', 'AWS, by the stack', 'must be set'],
  ])('says of %s: %s, default %s', ([name, where, fallback]) => {
    expect(settingRows()).toContainEqual(expect.objectContaining({ name, where, fallback }));
  });

  test.for<[string, string]>([
    ['SVC_SETTLE_SECONDS', '0 to 86,400'],
    ['SVC_NOISE_REDUCTION', '`off`, `rules`, `ai`'],
  ])('says that %s takes %s, like its schema', ([name, values]) => {
    expect(page).toMatch(new RegExp(`^\\| ${name} \\|.* \\(${values}\\) \\|$`, 'm'));
  });
});
