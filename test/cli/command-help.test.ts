import { describe, expect, test } from 'vitest';
import { replay } from './run-replay.ts';

const help = async (...command: string[]) => (await replay([...command, '--help'], {})).stdout;

describe('the help of `replay`', () => {
  test('marks required options', async () => {
    expect(await help('trigger')).toMatch(/--app-id <id> +required: application/);
    expect(await help('channels', 'add')).toMatch(/--url-env <variable> +required: /);
    expect(await help('channels', 'change')).not.toContain('required: ');
  });

  test('explains every command with an example', async () => {
    const commands = [...(await help()).matchAll(/^ {2}([a-z]+)\b/gm)].map(([, name = '']) => name);
    const documented = [
      'trigger',
      'status',
      'runs',
      'stop',
      'rerun',
      'mark',
      'settings',
      'doctor',
      'mcp',
      'gate',
      'import',
      'record',
      'ca',
      'mock',
      'cases',
      'rules',
      'channels',
      'logs',
      'login',
      'keys',
      'admin',
    ];
    expect(commands).toEqual(expect.arrayContaining(documented));
    for (const name of documented) expect(await help(name), name).toContain(`$ `);
  });
});
