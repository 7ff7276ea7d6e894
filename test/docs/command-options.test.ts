import { readdirSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { cliProgram } from './wording/command-help.ts';

const DOCUMENTS = [
  'docs/cli.md',
  'docs/recordings.md',
  'docs/data-directory.md',
  'docs/import-and-export.md',
  'docs/mcp.md',
  'docs/coding-agents.md',
  ...readdirSync('docs/tutorials').map((name) => `docs/tutorials/${name}`),
  'docs/ci/github-actions.yml',
  'docs/ci/gitlab-ci.yml',
  ...readdirSync('docs/deploy').map((name) => `docs/deploy/${name}`),
];

/** Options of other commands that the documents name. */
const FOREIGN = new Set(
  `--yes --package --help --from --data-binary --root-dir --from-literal --platform --build-arg --format --read-only
  --tmpfs --noreload --import --system --no-create-home --global --prefix --now`.split(/\s+/),
);

const optionsOf = (command: Command): string[] => [
  ...command.options.flatMap(({ long }) => (long ? [long] : [])),
  ...command.commands.flatMap(optionsOf),
];

describe('the document', () => {
  const options = new Set(optionsOf(cliProgram()));

  test.for(DOCUMENTS)('names only options that exist: %s', (document) => {
    const named = [...readFileSync(document, 'utf8').matchAll(/(?<![\w-])--[a-z][a-z-]+/g)].map(([option]) => option);
    expect(named.filter((option) => !FOREIGN.has(option) && !options.has(option))).toEqual([]);
  });
});
