import type { Command, Option } from 'commander';

/** Options that their commands cannot do without. */
export type RequiredOptions = ReadonlySet<Option>;

/**
 * Checks required options after all others, so that a misspelled option is named instead of the one that it should have
 * been. Returns them, as the help says of each that it is required.
 */
export function checkRequiredLast(program: Command): RequiredOptions {
  const required = new Set<Option>();
  const visit = (command: Command): void => {
    for (const option of command.options) {
      if (!option.mandatory) continue;
      required.add(option);
      option.mandatory = false;
    }
    for (const inner of command.commands) visit(inner);
  };
  visit(program);
  program.hook('preAction', (_, command) => {
    const missing = command.options.find(
      (option) => required.has(option) && command.getOptionValue(option.attributeName()) === undefined,
    );
    if (missing !== undefined)
      command.error(`error: required option '${missing.flags}' not specified`, {
        code: 'commander.missingMandatoryOptionValue',
      });
  });
  return required;
}
