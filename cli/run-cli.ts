import tab from '@bomb.sh/tab/commander';
import { CommanderError } from 'commander';
import { CliFailure } from './cli-failure.ts';
import { EXIT_FAILED, EXIT_INTERRUPTED } from './exit-codes.ts';
import type { Host } from './host.ts';
import { plainText } from './plain-text.ts';
import { replayProgram } from './replay-program.ts';

/** Runs `replay` with the arguments of a process (`process.argv`); returns the exit code. */
export async function runCli(argv: readonly string[], host: Host, version: string): Promise<number> {
  const { program, exitCode } = replayProgram(host, version);
  tab(program, { completionCommandName: 'completion' });
  try {
    await program.parseAsync(argv);
    return exitCode();
  } catch (fault) {
    const isJson = argv.includes('--json');
    const tell = (errorCode: string, errorMessage: string) => {
      if (isJson) host.stdout.write(`${JSON.stringify({ errorCode, errorMessage })}\n`);
    };
    if (fault instanceof CommanderError) {
      if (fault.exitCode === 0) return 0;
      tell('WRONG_USE', fault.message.replace(/^error: /, ''));
      return EXIT_FAILED;
    }
    if (fault instanceof Error && fault.name === 'AbortError') return EXIT_INTERRUPTED;
    const failure = fault instanceof CliFailure ? fault : unexpected(fault);
    const { code, message, advice } = failure;
    tell(code, message);
    host.stderr.write(`replay: ${plainText(message)}\n${advice === null ? '' : `  ${plainText(advice)}\n`}`);
    return EXIT_FAILED;
  }
}

function unexpected(fault: unknown): CliFailure {
  const message = fault instanceof Error ? fault.message : 'an unexpected fault';
  return new CliFailure(
    'UNEXPECTED',
    `unexpected: ${message}`,
    'Does another server answer at this address, or a service of another version? Else this is a fault of replay.',
  );
}
