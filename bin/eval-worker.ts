import { hostname } from 'node:os';
import { Command, InvalidArgumentError, Option } from 'commander';
import { registeredHost } from '../worker/register-host.ts';
import { runWorker } from '../worker/run-worker.ts';

/** `npm run eval-worker`: a federated worker that runs a command for each attempt (docs/federated-workers.md). */
const program = new Command('eval-worker')
  .description('Runs a command for each evaluation attempt and publishes its signed result.')
  .addOption(new Option('--url <url>', 'address of the service').env('SVC_URL').makeOptionMandatory())
  .requiredOption('--key <file>', 'file of the private key; created if missing')
  .requiredOption('--runner <digest>', 'digest of a runner manifest; repeatable', runners, [])
  .option('--name <name>', 'name of the host when it is registered', hostname())
  .option('--capability <id>', 'capability of the host; repeatable', listed, [])
  .option('--residency <place>', 'where the host stores data')
  .option('--audience <url>', 'token address as the service knows it, if it is different')
  .option('--once', 'end after one attempt')
  .argument('<command...>', 'the command, after --')
  .addHelpText('after', '\nSVC_TOKEN, a key with the scope eval:admin, registers the host when its key is first used.')
  .parse();

function listed(value: string, before: string[]): string[] {
  return [...before, value];
}

function runners(value: string, before: string[]): string[] {
  if (!/^sha256:[0-9a-f]{64}$/.test(value)) throw new InvalidArgumentError('it must be sha256: and 64 hex digits');
  return [...before, value];
}

interface Options {
  url: string;
  key: string;
  runner: string[];
  name: string;
  capability: string[];
  residency?: string;
  audience?: string;
  once?: boolean;
}

const options = program.opts<Options>();
const url = options.url.replace(/\/+$/, '');
const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (stopping.signal.aborted) process.exit(1);
    stopping.abort();
  });
}
const report = (message: string) => process.stderr.write(`eval-worker: ${message}\n`);

try {
  const host = await registeredHost({
    url,
    keyFile: options.key,
    // REPLAY_API_KEY is the older name.
    apiKey: process.env.SVC_TOKEN ?? process.env.REPLAY_API_KEY ?? null,
    name: options.name,
    runners: options.runner,
    capabilities: options.capability,
    residency: options.residency ?? null,
  });
  await runWorker({
    url,
    audience: options.audience ?? `${url}/api/v1/eval/hosts/token`,
    host,
    runners: options.runner,
    command: program.args,
    isOnce: options.once === true,
    stopping: stopping.signal,
    report,
  });
} catch (fault) {
  report(fault instanceof Error ? fault.message : 'an unexpected fault');
  process.exitCode = 1;
}
