import { Command, Help } from 'commander';
import { checkRequiredLast, type RequiredOptions } from './arguments/required-options.ts';
import { addAccept } from './commands/accept.ts';
import { addAdmin } from './commands/admin.ts';
import { addCa } from './commands/ca.ts';
import { addCases } from './commands/cases.ts';
import { addChannels } from './commands/channels.ts';
import { addDoctor } from './commands/doctor.ts';
import { addExpected } from './commands/expected.ts';
import { addExport } from './commands/export.ts';
import { addGate } from './commands/gate.ts';
import { addImport } from './commands/import.ts';
import { addKeys } from './commands/keys.ts';
import { addLogin } from './commands/login.ts';
import { addLogs } from './commands/logs.ts';
import { addMark } from './commands/mark.ts';
import { addMcp } from './commands/mcp.ts';
import { addMock } from './commands/mock.ts';
import { addRecord } from './commands/record.ts';
import { addRules } from './commands/rules.ts';
import { addRuns } from './commands/runs.ts';
import { addSettings } from './commands/settings.ts';
import { addStatus } from './commands/status.ts';
import { addTargets } from './commands/targets.ts';
import { addTrigger } from './commands/trigger.ts';
import type { Host } from './host.ts';
import { outputTo } from './output.ts';
import type { Program } from './program.ts';
import { type GlobalOptions, openSession } from './session.ts';

const HELP = `
Get started:
  $ replay import session.har --app-id shop                  what the browser's network tab saved
  $ replay trigger --app-id shop --target-env http://127.0.0.1:8080 --wait

Commands take their application as --app-id <id> or as first argument.

Environment:
  SVC_URL      address of the service; a login password of a forwarding address goes into it: https://user:password@host
  SVC_TOKEN    API key or access token; without it the tokens of \`replay login\` are used. The Open API needs neither
  SVC_TENANT   tenant of the API key, where there are several
  SVC_OPENAPI_TOKEN   token of the Open API, if the service asks for one

Exit codes:
  0    done; of a run: CLEAN; of a gate: pass
  1    of a run: NEEDS_ACTION or REVIEW_ONLY; of a gate: fail
  2    any other state of a run or gate; the command failed or was refused
  3    of a gate: it could not be evaluated
  64   wrong use: an option or argument is missing, unknown or invalid
  69   the service was not reached or cannot answer now
  130  interrupted`;

/** All commands of `replay`. */
export function replayProgram(host: Host, version: string): { program: Command; exitCode(): number } {
  let exitCode = 0;
  let required: RequiredOptions = new Set();
  const program = new Command('replay')
    .description('Replays recorded requests against a new build and says what changed.')
    .version(version)
    .option('--url <url>', 'address of the service (SVC_URL; http://127.0.0.1:8090)')
    .option('--tenant <id>', 'tenant of the API key (SVC_TENANT)')
    .option('--token <token>', 'token of the Open API, if the service asks for one (SVC_OPENAPI_TOKEN)')
    .option('--json', 'write results to stdout as JSON; text for people goes to stderr')
    .configureHelp({
      showGlobalOptions: true,
      optionDescription: (option) =>
        `${required.has(option) ? 'required: ' : ''}${new Help().optionDescription(option)}`,
    })
    .configureOutput({
      writeOut: (text) => host.stdout.write(text),
      writeErr: (text) => host.stderr.write(text),
      getErrHelpWidth: () => host.stderr.columns || 100,
      getOutHelpWidth: () => host.stdout.columns || 100,
    })
    .showSuggestionAfterError()
    .showHelpAfterError('(see --help for usage and examples)')
    .exitOverride()
    .addHelpText('after', HELP);
  const parts: Program = {
    program,
    open: (command) => openSession(command, host),
    local: (command) => ({ host, output: outputTo(host, command.optsWithGlobals<GlobalOptions>().json ?? false) }),
    exit: (code) => {
      exitCode = code;
    },
  };
  for (const add of [
    addTrigger,
    addStatus,
    addRuns,
    addMark,
    addExpected,
    addAccept,
    addGate,
    addImport,
    addExport,
    addRecord,
    addMock,
    addCa,
    addCases,
    addRules,
    addTargets,
    addSettings,
    addChannels,
    addLogs,
    addDoctor,
    addMcp,
    addLogin,
    addKeys,
    addAdmin,
  ]) {
    add(parts);
  }
  required = checkRequiredLast(program);
  return { program, exitCode: () => exitCode };
}
