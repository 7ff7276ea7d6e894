import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { InvalidArgumentError } from 'commander';
import { CliFailure } from '../cli-failure.ts';
import { addFilterOptions, filterOf, type GivenFilter, leftOutText } from '../import/filter-options.ts';
import { countValue, pairValue } from '../option-values.ts';
import type { Program } from '../program.ts';
import { fileSink, serviceSink } from '../record/case-sink.ts';
import { IN_CLEAR, type KeptCredentials, REMOVED, sealedTo } from '../record/kept-credentials.ts';
import { openRecorder, type RecorderCounts } from '../record/open-recorder.ts';

interface RecordOptions extends GivenFilter {
  appId: string;
  target: string;
  listen: string;
  downstream?: Record<string, string>;
  downstreamListen: string;
  tag?: Record<string, string>;
  out?: string;
  mostBody: number;
  sealKey?: string;
  keepCredentials?: boolean;
}

const STATUS_MS = 5_000;
const KIB = 1024;
/** Timeout after which kept-alive connections are closed. */
const DRAIN_MS = 5_000;

const EXAMPLES = `
Send traffic to the address of --listen instead of to the application; it is handed on and recorded. Downstream calls are recorded
where the application calls <--downstream-listen>/<name>/… instead of the service of that name. They belong to the request whose
traceparent they carry, as OpenTelemetry hands it on, or else to the only request under way.

Static files, analytics, preflights and streams go through and are not recorded; --keep records what a rule leaves out.

The service seals credentials before it stores a case (docs/credentials.md). With --out, headers, query, JSON members and form
fields that carry credentials are replaced by [redacted], unless --seal-key names a file with the service's public key.

Examples:
  $ replay record --app-id shop --target http://127.0.0.1:3000 --listen 127.0.0.1:8080
  $ replay record --app-id shop --target http://127.0.0.1:3000 --downstream inventory=http://10.0.0.7:8081
      the application calls http://127.0.0.1:8091/inventory/…
  $ replay record --app-id shop --target http://127.0.0.1:3000 --include '/api/*' --exclude '* /api/health' --sample 0.1
  $ replay record --app-id shop --target http://127.0.0.1:3000 --out cases.ndjson
  $ replay keys recording > recording.jwk
  $ replay record --app-id shop --target http://127.0.0.1:3000 --out cases.ndjson --seal-key recording.jwk

Ctrl-C ends the recording and stores what waits.`;

/** `replay record`: a reverse proxy that records the traffic passing through it (interface 12). */
export function addRecord({ program, open }: Program): void {
  const command = program
    .command('record')
    .description('record traffic: a reverse proxy in front of the application')
    .requiredOption('--app-id <id>', 'application of the recordings')
    .requiredOption('--target <url>', 'where the application listens')
    .option('--listen <host:port>', 'where traffic comes in', '127.0.0.1:8080')
    .option('--downstream <name=url>', 'a service that the application calls; may be given again', pairValue)
    .option('--downstream-listen <host:port>', 'where the application calls them', '127.0.0.1:8091')
    .option('--tag <name=value>', 'tag of every case; may be given again', pairValue)
    .option('--out <file>', 'append cases to a file instead of sending them to the service')
    .option('--most-body <KiB>', 'requests with a larger body go through and are not recorded', countValue, 1024)
    .option('--seal-key <file>', 'with --out: seal credentials to the public key of replay keys recording')
    .option('--keep-credentials', 'with --out: write credentials as they are');
  addFilterOptions(command).addHelpText('after', EXAMPLES);

  command.action(async (options: RecordOptions) => {
    const session = await open(command);
    const { output, host } = session;
    const target = targetOf(options.target);
    const downstream = new Map(Object.entries(options.downstream ?? {}).map(([name, url]) => [name, targetOf(url)]));
    const stopped = host.interrupted();
    const sink = options.out ? fileSink(options.out) : serviceSink(session);
    const recorder = openRecorder({
      appId: options.appId,
      target,
      downstream,
      tags: options.tag ?? {},
      maxBodyBytes: options.mostBody * KIB,
      kept: await keptOf(options),
      filter: filterOf(options),
      sink,
      now: host.now,
    });
    const servers = [recorder.inbound];
    output.say(`recording ${options.appId}: ${await listening(recorder.inbound, options.listen)} -> ${target.origin}`);
    if (downstream.size > 0) {
      servers.push(recorder.downstream);
      const base = await listening(recorder.downstream, options.downstreamListen);
      for (const [name, url] of downstream) output.say(`calls of ${name}: ${base}/${name}/ -> ${url.origin}`);
    }
    output.say('Ctrl-C ends it.');

    let last = '';
    const status = setInterval(() => {
      const line = countsText({ ...recorder.counts, ...sink.counts() });
      if (line !== last) output.say(line);
      last = line;
    }, STATUS_MS);
    const failure = await Promise.race([sink.failed, once(stopped, 'abort').then(() => null)]);
    clearInterval(status);
    await Promise.all(servers.map(closed));
    await sink.close();
    if (failure !== null) throw failure;
    const counts = { ...recorder.counts, ...sink.counts() };
    const leftOut = recorder.leftOut();
    if (leftOut.length > 0) output.say(`left out: ${leftOutText(leftOut)}`);
    output.result({ ...counts, leftOut: leftOut.map(({ rule, reason, count }) => ({ rule, reason, count })) }, () =>
      countsText(counts),
    );
    if (recorder.blackedOut.size > 0) {
      const redact = [...recorder.blackedOut].map((name) => ({ path: `$..['${name}']` }));
      output.say(
        `Credentials in answers were blacked out. Their replays differ unless they are blacked out as well:\n  PUT /api/apps/${options.appId}/settings ${JSON.stringify({ redact })}`,
      );
    }
  });
}

async function keptOf({ out, sealKey, keepCredentials }: RecordOptions): Promise<KeptCredentials> {
  if (sealKey !== undefined && (out === undefined || keepCredentials))
    throw new CliFailure('SEAL_KEY', '--seal-key is for --out, without --keep-credentials', 'Leave one of them out.');
  if (sealKey !== undefined) return sealedTo(sealKey);
  return out === undefined || keepCredentials ? IN_CLEAR : REMOVED;
}

const WORDS: Readonly<Record<keyof RecorderCounts, string>> = {
  recorded: 'recorded',
  tooLarge: 'too large',
  dropped: 'dropped, as the service was behind',
  broken: 'broken off',
  replays: 'replays, not recorded',
  leftOut: 'left out',
  strayCalls: 'calls of no known request',
};

function countsText(counts: RecorderCounts & { stored: number; rejected: number; waiting: number }): string {
  const parts = (Object.keys(WORDS) as (keyof RecorderCounts)[]) // the keys of the record above
    .filter((name) => name === 'recorded' || counts[name] > 0)
    .map((name) => `${counts[name]} ${WORDS[name]}`);
  return [
    ...parts,
    `${counts.stored} stored`,
    ...(counts.rejected > 0 ? [`${counts.rejected} rejected`] : []),
    ...(counts.waiting > 0 ? [`${counts.waiting} waiting`] : []),
  ].join(', ');
}

function targetOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username || url.search) {
    throw new CliFailure(
      'BAD_URL',
      'a target has to be an http or https URL without credentials and query',
      'For instance http://127.0.0.1:3000.',
    );
  }
  return url;
}

/** The URL that the server listens on. */
async function listening(server: Server, at: string): Promise<string> {
  const [, host, port] = /^(?:(.*):)?(\d{1,5})$/.exec(at) ?? [];
  if (port === undefined || Number(port) > 65_535) throw new InvalidArgumentError('It has to be host:port.');
  server.listen(Number(port), host || '127.0.0.1');
  await once(server, 'listening').catch((fault: NodeJS.ErrnoException) => {
    throw new CliFailure(
      'NOT_LISTENING',
      `${at} cannot be listened on (${fault.code ?? 'fault'})`,
      'Give another address.',
    );
  });
  const { address, family, port: taken } = server.address() as AddressInfo; // the server listens on TCP
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`;
}

/** Waits up to DRAIN_MS for exchanges in flight to complete. */
async function closed(server: Server): Promise<void> {
  const done = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  // A connection that nothing reads from does not keep the process alive, so this timer has to.
  const drained = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await done;
  clearTimeout(drained);
}
