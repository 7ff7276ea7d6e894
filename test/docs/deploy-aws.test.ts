import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CONTEXT_KEYS } from '../../lib/context-keys.ts';
import manifest from '../../package.json' with { type: 'json' };
import { cliProgram } from './wording/command-help.ts';

const TEXT = readFileSync('docs/deploy-aws.md', 'utf8');
const COMMANDS = [...TEXT.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block).join('\n');

describe('docs/deploy-aws.md', () => {
  test('lists each key of the context once', () => {
    const table = TEXT.slice(TEXT.indexOf('| Context |'), TEXT.indexOf('\n\n', TEXT.indexOf('| Context |')));
    const rows = table.split('\n').slice(2);
    const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, key]) => key));
    expect(named.toSorted()).toEqual([...CONTEXT_KEYS].toSorted());
  });

  test('sets keys of the context in its commands', () => {
    const keys = [...COMMANDS.matchAll(/--context (\w+)=/g)].map(([, key]) => key);
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) expect(CONTEXT_KEYS).toContain(key);
  });

  test('calls scripts of the package', () => {
    const scripts = [...COMMANDS.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name);
    expect(scripts.length).toBeGreaterThan(0);
    for (const name of scripts) expect(Object.keys(manifest.scripts)).toContain(name);
  });

  test('calls commands and options of replay', () => {
    const calls = [...COMMANDS.matchAll(/^replay (\w+)(.*)$/gm)];
    expect(calls.length).toBeGreaterThan(0);
    for (const [, name, rest = ''] of calls) {
      const options = cliProgram()
        .commands.find((command) => command.name() === name)
        ?.options.map(({ long }) => long);
      for (const [option] of rest.matchAll(/--[\w-]+/g)) expect(options, `replay ${name}`).toContain(option);
    }
  });
});
