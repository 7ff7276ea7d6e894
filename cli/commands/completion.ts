import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';
import type { Host } from '../host.ts';

const NAME = 'completion';

/** `replay completion`: prints a script that completes commands, options and values in a shell. */
export function addCompletion(program: Command, { stdout }: Pick<Host, 'stdout'>): void {
  tab(program, { completionCommandName: NAME });
  const completion = program.commands.find((command) => command.name() === NAME);
  completion?.description('print a completion script for a shell');
  // The library prints the script by console.log and returns nothing.
  const { log } = console;
  completion
    ?.hook('preAction', () => {
      console.log = (script: string) => stdout.write(`${sourceableAgain(script)}\n`);
    })
    .hook('postAction', () => {
      console.log = log;
    });
}

/** A constant of the shell cannot be declared twice, so that sourcing the script of bash again would fail. */
const sourceableAgain = (script: string): string => script.replaceAll(/^readonly (?=\w+=)/gm, '');
