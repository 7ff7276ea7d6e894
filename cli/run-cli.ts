import { CommanderError, type Option } from 'commander';
import { ProxyFailure } from '../proxies/proxy-failure.ts';
import { withApplication } from './arguments/application-argument.ts';
import { CliFailure } from './cli-failure.ts';
import { addCompletion } from './commands/completion.ts';
import { EXIT_INTERRUPTED, EXIT_WRONG_USE, exitCodeOfFailure } from './exit-codes.ts';
import type { Host } from './host.ts';
import { namingOption } from './option-values.ts';
import { plainText } from './plain-text.ts';
import { replayProgram } from './replay-program.ts';

/** Runs `replay` with the arguments of a process (`process.argv`); returns the exit code. */
export async function runCli(argv: readonly string[], host: Host, version: string): Promise<number> {
  const { program, exitCode } = replayProgram(host, version);
  addCompletion(program, host);
  let options: readonly Option[] = [];
  program.hook('preAction', (_, command) => {
    options = command.options;
  });
  try {
    await program.parseAsync(withApplication(argv, program));
    return exitCode();
  } catch (fault) {
    const isJson = argv.includes('--json');
    const tell = (errorCode: string, errorMessage: string) => {
      if (isJson) host.stdout.write(`${JSON.stringify({ errorCode, errorMessage })}\n`);
    };
    if (fault instanceof CommanderError) {
      if (fault.exitCode === 0) return 0;
      tell('WRONG_USE', fault.message.replace(/^error: /, ''));
      return EXIT_WRONG_USE;
    }
    if (fault instanceof Error && fault.name === 'AbortError') return EXIT_INTERRUPTED;
    const failure = fault instanceof CliFailure || fault instanceof ProxyFailure ? fault : unexpected(fault);
    const { code, advice } = failure;
    const message = namingOption(failure.message, options);
    tell(code, message);
    host.stderr.write(`replay: ${plainText(message)}\n${advice === null ? '' : `  ${plainText(advice)}\n`}`);
    return exitCodeOfFailure(code);
  }
}

function unexpected(fault: unknown): CliFailure {
  const message = fault instanceof Error ? fault.message : 'an unexpected fault';
  return new CliFailure(
    'UNEXPECTED',
    `unexpected: ${message}`,
    'Check whether another server, or a service of a different version, answers at this address. Otherwise, this is a fault of replay.',
  );
}
