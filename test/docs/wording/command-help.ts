import type { Command } from 'commander';
import type { Host } from '../../../cli/host.ts';
import { replayProgram } from '../../../cli/replay-program.ts';

/** Help is read here, not printed: the host has to offer only what building the program touches. */
const HOST = { stdout: { columns: 100 }, stderr: { columns: 100 }, env: {} } as unknown as Host;

/** The commands of `replay`, which cannot run. */
export const cliProgram = (): Command => replayProgram(HOST, '0').program;

const texts = (command: Command): string[] => [
  command.description(),
  ...command.options.map((option) => option.description),
  ...command.registeredArguments.map((argument) => argument.description),
];

/** Each command of `replay` with the sentences of its help: description, options and arguments. */
export function commandHelp(command: Command = cliProgram(), parent = ''): [string, string[]][] {
  const name = `${parent}${command.name()}`;
  return [
    [name, texts(command).filter((text) => parent === '' || text !== '')],
    ...command.commands.flatMap((child) => commandHelp(child, `${name} `)),
  ];
}
