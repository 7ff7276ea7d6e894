import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';
import type { Host } from '../host.ts';

const NAME = 'completion';

/** `replay completion`: prints a script that completes commands, options and values in a shell. */
export function addCompletion(program: Command, { stdout }: Pick<Host, 'stdout'>): void {
  tab(program, { completionCommandName: NAME });
  const completion = program.commands.find((command) => command.name() === NAME);
  completion?.description('print a completion script for a shell');
  const [shell] = completion?.registeredArguments ?? [];
  if (shell) shell.description = 'shell that reads the script';
  // The library prints the script by console.log and returns nothing.
  const { log } = console;
  completion
    ?.hook('preAction', () => {
      console.log = (script: string) => stdout.write(`${withoutPackage(sourceableAgain(script))}\n`);
    })
    .hook('postAction', () => {
      console.log = log;
    });
}

/** The words of the line, where bash has no package bash-completion. */
const OWN_WORDS = `words=("\${COMP_WORDS[@]}") cword=$COMP_CWORD cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]}`;

/** The script of bash calls a function of the package bash-completion, which small systems do not have. */
const withoutPackage = (script: string): string =>
  script.replace(
    /^( *)(_get_comp_words_by_ref .*)$/m,
    (_, indent, call) =>
      `${indent}if declare -F _get_comp_words_by_ref > /dev/null; then ${call}\n${indent}else ${OWN_WORDS}\n${indent}fi`,
  );

/** A constant of the shell cannot be declared twice, so that sourcing the script of bash again would fail. */
const sourceableAgain = (script: string): string => script.replaceAll(/^readonly (?=\w+=)/gm, '');
