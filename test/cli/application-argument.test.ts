import { describe, expect, test } from 'vitest';
import { withApplication } from '../../cli/arguments/application-argument.ts';
import { withOperand } from '../../cli/import/import-operands.ts';
import { replayProgram } from '../../cli/replay-program.ts';

const { program } = replayProgram(
  {
    env: {},
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    now: () => 0,
    homeDirectory: '/none',
    interrupted: () => new AbortController().signal,
  },
  '0',
);
const rewritten = (line: string) =>
  withApplication(['node', 'replay', ...line.split(' ')], program)
    .slice(2)
    .join(' ');

describe('the application of a command', () => {
  test.for([
    ['rules list --app-id shop', 'rules list shop'],
    ['rules list --app-id=shop', 'rules list shop'],
    ['rules remove r1 r2 --app-id shop', 'rules remove shop r1 r2'],
    ['--url http://a targets allow http://b --app-id shop', '--url http://a targets allow shop http://b'],
    ['cases list --limit 3 --app-id shop', 'cases list shop --limit 3'],
    ['trigger shop --target-env http://b', 'trigger --app-id shop --target-env http://b'],
    ['trigger --target-env http://b shop --wait', 'trigger --target-env http://b --app-id shop --wait'],
    ['--json runs list shop', '--json runs list --app-id shop'],
    ['doctor shop', 'doctor --app-id shop'],
    ['export shop --format har --out a', 'export --app-id shop --format har --out a'],
  ])('moves to where the command expects it: %s', ([given = '', expected]) => {
    expect(rewritten(given)).toBe(expected);
  });

  test.for([
    'rules list shop',
    'trigger --app-id shop --target-env http://b',
    'import a.har --app-id shop',
    'import a.har b.har',
    'cases apps',
    'status 6740a1b2c3d4e5f601234567',
    'statsu',
    'trigger',
  ])('stays where it is: %s', (given) => {
    expect(rewritten(given)).toBe(given);
  });
});

test.for([
  ['shop a.har', {}, ['a.har'], 'shop'],
  ['shop a.har b.har', {}, ['a.har', 'b.har'], 'shop'],
  ['shop a.har', { appId: 'other' }, ['shop', 'a.har'], 'other'],
  ['recordings a.har', {}, ['recordings', 'a.har'], undefined],
  ['a.har b.har', {}, ['a.har', 'b.har'], undefined],
  ['shop', {}, ['shop'], undefined],
] as const)('import finds the files and the application in "%s" with %o', ([given, options, files, appId]) => {
  const isFolder = (path: string) => path === 'recordings';
  const [found, { appId: named }] = withOperand<{ appId?: string }>(given.split(' '), options, isFolder);
  expect([found, named]).toEqual([files, appId]);
});
