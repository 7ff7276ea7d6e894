import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CI_SYSTEMS, ciSnippet } from '../../../functions/console/domain/ci-snippets.ts';

const FILES = { github: 'github-actions.yml', gitlab: 'gitlab-ci.yml', jenkins: 'Jenkinsfile' } as const;
const OF_DOCS = { appId: 'shop', targetEnv: 'http://staging.internal:8080' };

/** Lines without what a file indents them by. */
const lines = (text: string) => text.split('\n').map((line) => line.trim());

describe('a snippet for CI (docs/ci)', () => {
  test.for(CI_SYSTEMS)('is part of the complete file for %s', ([system]) => {
    const file = lines(readFileSync(`docs/ci/${FILES[system]}`, 'utf8')).join('\n');
    expect(file).toContain(lines(ciSnippet(system, OF_DOCS)).join('\n'));
  });

  test.for([
    ['github', `--app-id 'a b'\\''s $HOME'`],
    ['gitlab', `--app-id 'a b'\\''s $HOME'`],
    // Groovy reads the backslashes and quotes of its string first.
    ['jenkins', `--app-id \\'a b\\'\\\\\\'\\'s $HOME\\'`],
  ] as const)('quotes an application of any name as one word of the shell for %s', ([system, option]) => {
    expect(lines(ciSnippet(system, { ...OF_DOCS, appId: "a b's $HOME" })).join('\n')).toContain(option);
  });
});
