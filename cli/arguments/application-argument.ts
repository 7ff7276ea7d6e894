import type { Command, Option } from 'commander';

const NAME = '--app-id';

/**
 * Lets every command take its application as `--app-id` or as first argument: rewrites the arguments of a process to
 * the form that the command declares. Files are the arguments of `import`, which looks for the application among them
 * itself.
 */
export function withApplication(argv: readonly string[], program: Command): string[] {
  const { command, start } = commandOf(argv, program);
  const [first] = command.registeredArguments;
  if (first?.name() === 'appId') return positional(argv, start, command);
  const takesOption = command.options.some(({ long }) => long === NAME);
  return takesOption && first === undefined ? optional(argv, start, command) : [...argv];
}

/** Moves the value of `--app-id` to the first argument. */
function positional(argv: readonly string[], start: number, command: Command): string[] {
  const at = argv.findIndex((word, index) => index >= start && (word === NAME || word.startsWith(`${NAME}=`)));
  const end = argv.indexOf('--');
  if (at === -1 || (end !== -1 && end < at)) return [...argv];
  const isSeparate = argv[at] === NAME;
  const value = isSeparate ? argv[at + 1] : argv[at]?.slice(NAME.length + 1);
  if (value === undefined || (isSeparate && value.startsWith('-')))
    command.error(`error: option '${NAME} <id>' argument missing`, { code: 'commander.optionMissingArgument' });
  const rest = argv.toSpliced(at, isSeparate ? 2 : 1);
  return [...rest.slice(0, start), value, ...rest.slice(start)];
}

/** Names the first argument `--app-id`, unless the option is there. */
function optional(argv: readonly string[], start: number, command: Command): string[] {
  if (argv.some((word, position) => position >= start && (word === NAME || word.startsWith(`${NAME}=`))))
    return [...argv];
  const at = operandAt(argv, start, command);
  return at === -1 ? [...argv] : argv.toSpliced(at, 0, NAME);
}

/** The command that the arguments name, and where its own begin. */
function commandOf(argv: readonly string[], program: Command): { command: Command; start: number } {
  let command = program;
  let start = 2;
  for (;;) {
    const at = operandAt(argv, start, command);
    const next = command.commands.find((one) => one.name() === argv[at] || one.aliases().includes(argv[at] ?? ''));
    if (next === undefined) return { command, start };
    command = next;
    start = at + 1;
  }
}

/** The position of the first argument that is neither an option nor its value; -1 if there is none. */
function operandAt(argv: readonly string[], start: number, command: Command): number {
  for (let at = start; at < argv.length; at++) {
    const word = argv[at] ?? '';
    if (word === '--') return -1;
    if (!word.startsWith('-') || word === '-') return at;
    const option = optionOf(word, command);
    if (option === undefined) continue;
    if (option.required || (option.optional && isValue(argv[at + 1]))) at++;
    while (option.variadic && isValue(argv[at + 1])) at++;
  }
  return -1;
}

const isValue = (word: string | undefined): boolean => word !== undefined && !word.startsWith('-');

function optionOf(word: string, command: Command): Option | undefined {
  for (let at: Command | null = command; at !== null; at = at.parent) {
    const found = at.options.find(({ long, short }) => word === long || word === short);
    if (found !== undefined) return found;
  }
  return undefined;
}
