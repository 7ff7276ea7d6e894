import { CliFailure } from '../cli-failure.ts';
import type { Finding, Level } from '../doctor/finding.ts';
import { findingsOf } from '../doctor/findings-of.ts';
import { serverFindings } from '../doctor/server/server-findings.ts';
import { EXIT_UNREACHABLE } from '../exit-codes.ts';
import { plainLine } from '../plain-text.ts';
import type { Program } from '../program.ts';

const EXAMPLES = `
Examples:
  $ replay doctor
  $ replay doctor --app-id shop --target-env http://127.0.0.1:8080
  $ replay doctor --server https://replay.example.com     what a server for a team needs, seen from outside
  $ replay doctor --json | jq -r '.checks[] | select(.level == "fail") | .next'

Exit codes: 0 no check failed · 1 a check failed · 69 the service was not reached`;

/**
 * `replay doctor`: checks this machine, the service, the credential and an application, or a server for a team, each
 * with the next step.
 */
export function addDoctor({ program, open, exit }: Program): void {
  const command = program
    .command('doctor')
    .description('check the connection to the service, the credential and an application')
    .option('--app-id <id>', 'also check that this application has recordings, and for personal data in them')
    .option('--target-env <url>', 'also check that this target answers requests of this machine')
    .option('--server [url]', 'check what a server for a team needs: TLS, names, logins, mail, Open API, versions')
    .addHelpText('after', EXAMPLES);
  command.action(async ({ server, ...options }: { appId?: string; targetEnv?: string; server?: string | true }) => {
    if (server !== undefined && (options.appId ?? options.targetEnv) !== undefined)
      throw new CliFailure('WRONG_USE', '--server checks no application', 'Leave out --app-id and --target-env.');
    if (typeof server === 'string') program.setOptionValue('url', server);
    const session = await open(command);
    const checks =
      server === undefined
        ? await findingsOf(session, options)
        : await serverFindings(session, program.version() ?? '');
    session.output.result({ checks }, () => checks.map(lineOf).join('\n'));
    const failed = checks.filter(({ level }) => level === 'fail');
    if (failed.some(({ check }) => check === 'service')) return exit(EXIT_UNREACHABLE);
    exit(failed.length > 0 ? 1 : 0);
  });
}

const WIDTH = 13;
const SHOWN: Readonly<Record<Level, string>> = { ok: 'ok  ', warn: 'warn', fail: 'fail' };

const lineOf = ({ check, level, message, next }: Finding): string =>
  `${SHOWN[level]}  ${check.padEnd(WIDTH)}  ${plainLine(message)}${next === null ? '' : `\n${' '.repeat(6)}next: ${plainLine(next)}`}`;
