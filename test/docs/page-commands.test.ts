import { expect, test } from 'vitest';
import { pageCommands } from '../support/docs/page-commands.ts';

test('a page has a command for each line that its reader enters, and none for the text of a heredoc', () => {
  const page = [
    '```sh run',
    '# a comment',
    "cat > a.mjs <<'JS'",
    'one();',
    '',
    'JS',
    'export A=1 B=2',
    '',
    '```',
    '```sh background 127.0.0.1:1',
    'A=1 \\',
    '  node a.mjs',
    '```',
    '```text',
    'output',
    '```',
    '```sh',
    'not run',
    '```',
    '',
  ].join('\n');
  expect(pageCommands(page)).toEqual(['cat > a.mjs <<JS', 'export A=1 B=2', 'A=1    node a.mjs']);
});
