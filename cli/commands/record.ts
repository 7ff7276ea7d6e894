import { once } from 'node:events';
import type { RecordedCall } from '../../functions/recordings/domain/recorded-case.ts';
import { type Destinations, destinations } from '../../proxies/http/destinations.ts';
import { startWires } from '../../proxies/start-wires.ts';
import { idlePatterns } from '../checks/idle-patterns.ts';
import { nothingRecorded } from '../checks/nothing-recorded.ts';
import { targetFault } from '../checks/target-fault.ts';
import { CliFailure } from '../cli-failure.ts';
import { addFilterOptions, filterOf, type GivenFilter, leftOutText } from '../import/filter-options.ts';
import { countValue, pairValue } from '../option-values.ts';
import type { Program } from '../program.ts';
import { addDownstreamOptions } from '../proxy/downstream-command.ts';
import { allowedDestinations, type Downstreams, downstreamsOf, httpUrl } from '../proxy/downstream-urls.ts';
import { hostAndPort, listening } from '../proxy/listening.ts';
import { openForwardProxy } from '../proxy/open-forward-proxy.ts';
import { closeProxies, type OpenProxies } from '../proxy/open-proxies.ts';
import { type CaseSink, fileSink } from '../record/case-sink.ts';
import { countsText } from '../record/counts-text.ts';
import { IN_CLEAR, type KeptCredentials, publicKeyOf, removed, sealedTo } from '../record/kept-credentials.ts';
import { openRecorder, type Recorder } from '../record/open-recorder.ts';
import { callText } from '../record/recorded-exchange.ts';
import { serviceKey } from '../record/service-key.ts';
import { checkAccess, serviceSink } from '../record/service-sink.ts';
import { defaultSpool, openSpoolFolder } from '../record/spool-folder.ts';
import { startupCalls } from '../record/startup-calls.ts';
import type { Session } from '../session.ts';

interface RecordOptions extends GivenFilter {
  appId: string;
  target: string;
  listen: string;
  keepHost?: boolean;
  downstream?: Record<string, string>;
  downstreamListen: string;
  downstreamPort?: Record<string, string>;
  proxyPort?: string;
  ca?: string;
  tunnel?: string[];
  allowDestination?: string[];
  tag?: Record<string, string>;
  out?: string;
  spool?: string;
  spoolMax: number;
  mostBody: number;
  sealKey?: string;
  keepCredentials?: boolean;
}

const STATUS_MS = 5_000;
const KIB = 1024;
const MIB = 1024 * KIB;

const STRAYS =
  'a call of no known request is missing from its recording: pass traceparent on to calls, or record one request at a time (docs/recordings.md#downstream-calls)';

const EXAMPLES = `
Send traffic to the address of --listen instead of to the application; it is forwarded and recorded.

Downstream calls of the application are recorded in two ways:
  --downstream name=url   the application calls <--downstream-listen>/<name>/… instead of the service of that name
  --proxy-port port       the application runs with HTTP_PROXY and HTTPS_PROXY set to this proxy; for https it trusts the
                          certificates of the local CA (replay ca create --host <name>, replay ca explain)

The calls belong to the request whose traceparent they carry, as OpenTelemetry forwards it, or else to the only request in progress.

Cases that the service has not stored yet are in files below --spool, also while it is away; the next recorder sends what is left.

Static files, analytics, preflights and streams go through and are not recorded; --keep records what a rule leaves out.

Credentials are sealed to the public key of the service before a case is written to the spool (docs/credentials.md). The key is
fetched at the start and kept in --spool. Where it is not kept and the service is away, --seal-key names a file that holds it.
With --out, headers, query, JSON members and form fields that carry credentials are replaced by [redacted], unless there is a
--seal-key.

Examples:
  $ replay record --app-id shop --target http://127.0.0.1:3000 --listen 127.0.0.1:8080
  $ replay record --app-id shop --target http://127.0.0.1:3000 --downstream inventory=http://10.0.0.7:8081
      the application calls http://127.0.0.1:8091/inventory/…
  $ replay record --app-id shop --target http://127.0.0.1:3000 --downstream db=postgres://10.0.0.5:5432/shop
      the application connects to 127.0.0.1:15432 (docs/database-proxies.md)
  $ replay record --app-id shop --target http://127.0.0.1:3000 --proxy-port 8092
      the application runs with HTTP_PROXY=http://127.0.0.1:8092 HTTPS_PROXY=http://127.0.0.1:8092
  $ replay record --app-id shop --target http://127.0.0.1:3000 --include '/api/*' --exclude '* /api/health' --sample 0.1
  $ replay record --app-id shop --target http://127.0.0.1:3000 --out cases.ndjson
  $ replay keys recording > recording.jwk
  $ replay record --app-id shop --target http://127.0.0.1:3000 --out cases.ndjson --seal-key recording.jwk
  $ replay record --app-id shop --target http://127.0.0.1:3000 --seal-key recording.jwk

Ctrl-C ends the recording and stores the cases that still wait.`;

/** `replay record`: a reverse proxy that records the traffic passing through it (interface 12). */
export function addRecord({ program, open }: Program): void {
  const command = addDownstreamOptions(
    program
      .command('record')
      .description('record traffic: a reverse proxy in front of the application')
      .requiredOption('--app-id <id>', 'application of the recordings')
      .requiredOption('--target <url>', 'where the application listens')
      .option('--listen <host:port>', 'where traffic comes in', '127.0.0.1:8080')
      .option('--keep-host', 'send the Host of the client on: for an application that links to its own address'),
  )
    .option('--tag <name=value>', 'tag of every case; may be repeated', pairValue)
    .option('--out <file>', 'append cases to a file instead of sending them to the service')
    .option('--spool <folder>', 'where cases wait for the service ($XDG_CONFIG_HOME/replay/spool)')
    .option('--spool-max <MiB>', 'cases beyond this go through and are not recorded', countValue, 1024)
    .option('--most-body <KiB>', 'requests with a larger body go through and are not recorded', countValue, 1024)
    .option('--seal-key <file>', 'public key of replay keys recording, to which credentials are sealed')
    .option('--keep-credentials', 'with --out: write credentials as they are');
  addFilterOptions(command).addHelpText('after', EXAMPLES);

  command.action(async (options: RecordOptions) => record(options, await open(command)));
}

/** A recording and what is open for it. */
interface Recording {
  options: RecordOptions;
  session: Session;
  target: URL;
  downstream: Downstreams;
  reach: Destinations;
  sink: CaseSink;
  recorder: Recorder;
  noteStartup(call: RecordedCall): void;
  proxies: OpenProxies;
}

/** Records until Ctrl-C, or until cases can be kept no longer. */
async function record(options: RecordOptions, session: Session): Promise<void> {
  const { output, host } = session;
  const target = httpUrl(options.target, '--target');
  const downstream = downstreamsOf(options.downstream ?? {}, options.downstreamPort ?? {});
  const reach = await destinations({
    service: new URL(session.address.url),
    listed: [target, ...downstream.http.values(), ...allowedDestinations(options.allowDestination)],
  });
  const stopped = host.interrupted();
  const { sink, kept } = await openCases(options, session);
  const startup = storedStartupCalls(options.appId, session);
  const noteStartup = (call: RecordedCall) => {
    // A file has cases only.
    if (!options.out) startup.note(call);
  };
  const recorder = openRecorder({
    appId: options.appId,
    target,
    keepsHost: options.keepHost,
    destinations: reach,
    downstream: downstream.http,
    tags: options.tag ?? {},
    maxBodyBytes: options.mostBody * KIB,
    kept,
    filter: filterOf(options),
    sink,
    noteStartup,
    now: host.now,
  });
  const proxies: OpenProxies = { servers: [recorder.inbound], wires: [], forward: null };
  const recording = { options, session, target, downstream, reach, sink, recorder, noteStartup, proxies };
  async function close(): Promise<void> {
    await closeProxies(proxies);
    await recorder.close();
    await Promise.all([sink.close(), startup.close()]);
  }
  // A sink and a port that stay open would keep a command that cannot start.
  const listensAt = await start(recording).catch(async (fault: unknown) => {
    await close();
    throw fault;
  });
  output.say('Ctrl-C ends it.');
  const sayStrays = strayCallsSentence(recording);
  const failure = await whileRecording(recording, stopped, sayStrays);
  await close();
  sayStrays();
  if (failure !== null) throw failure;
  sayResult(recording, listensAt);
}

/** Stores calls of the start of an application, and facts of its connections. */
const storedStartupCalls = (appId: string, session: Session) =>
  startupCalls(async (calls) => {
    const path = `/api/recorder/apps/${encodeURIComponent(appId)}/startup-calls`;
    const answer = await session.post(path, `{"calls":[${calls.map(callText).join(',')}]}`);
    await answer.body?.cancel();
    if (!answer.ok) throw new CliFailure('NOT_STORED', 'facts of connections could not be stored');
  });

/** Opens the servers, and says where each listens; returns where traffic comes in. */
async function start({ options, session, target, downstream, ...recording }: Recording): Promise<string> {
  const { output } = session;
  const { recorder, proxies, noteStartup } = recording;
  const listensAt = await listening(recorder.inbound, options.listen, '--listen');
  output.say(`recording ${options.appId}: ${listensAt} -> ${target.origin}`);
  const fault = await targetFault(target);
  if (fault !== null) output.say(`the target ${target.host} is not reached: ${fault}; until it is, requests get 502`);
  if (downstream.http.size > 0) {
    proxies.servers.push(recorder.downstream);
    const base = await listening(recorder.downstream, options.downstreamListen, '--downstream-listen');
    for (const [name, url] of downstream.http) output.say(`calls of ${name}: ${base}/${name}/ -> ${url.origin}`);
  }
  proxies.wires = await startWires(downstream.wire, {
    host: hostAndPort(options.downstreamListen, '--downstream-listen').host,
    mode: 'record',
    maxBodyBytes: options.mostBody * KIB,
    correlate: recorder.correlate,
    noteCall: recorder.noteCall,
    // A recording does not ask for answers.
    matchCall: async () => NOT_ASKED,
    noteStartup,
    matchStartup: async () => NOT_ASKED,
    say: output.say,
  });
  const { proxyPort, ca, tunnel } = options;
  if (proxyPort === undefined) return listensAt;
  proxies.forward = await openForwardProxy({ proxyPort, ca, tunnel }, session, {
    answer: recorder.call,
    upgrade: recorder.passOn,
    onRefusal: () => recorder.counts.refused++,
    destinations: recording.reach,
    downstream: downstream.http,
    tunnelsUnreadable: true,
  });
  proxies.servers.push(proxies.forward.server);
  return listensAt;
}

/** Says once that calls belong to no known request, as soon as there is one. */
function strayCallsSentence({ recorder, session }: Recording): () => void {
  let isSaid = false;
  return () => {
    if (recorder.counts.strayCalls === 0 || isSaid) return;
    isSaid = true;
    session.output.say(STRAYS);
  };
}

/** Says how far it is, until it is to end; resolves with the failure that ends it, or null. */
async function whileRecording(
  { recorder, sink, session }: Recording,
  stopped: AbortSignal,
  sayStrays: () => void,
): Promise<CliFailure | null> {
  let last = '';
  const status = setInterval(() => {
    sayStrays();
    const line = countsText({ ...recorder.counts, ...sink.counts() });
    if (line !== last) session.output.say(line);
    last = line;
  }, STATUS_MS);
  const failure = await Promise.race([sink.failed, once(stopped, 'abort').then(() => null)]);
  clearInterval(status);
  return failure;
}

function sayResult({ options, recorder, sink, session: { output } }: Recording, listensAt: string): void {
  const counts = { ...recorder.counts, ...sink.counts() };
  const leftOut = recorder.leftOut();
  if (leftOut.length > 0) output.say(`left out: ${leftOutText(leftOut)}`);
  for (const line of idlePatterns(options, leftOut, counts.recorded)) output.say(line);
  const nothing = nothingRecorded(counts, listensAt);
  if (nothing !== null) output.say(nothing);
  output.result({ ...counts, leftOut: leftOut.map(({ rule, reason, count }) => ({ rule, reason, count })) }, () =>
    countsText(counts),
  );
  if (recorder.blackedOut.size > 0) {
    const redact = [...recorder.blackedOut].map((name) => ({ path: `$..['${name}']` }));
    output.say(
      `Credentials in responses were redacted. Runs report them as different unless the application redacts them too:\n  PUT /api/apps/${options.appId}/settings ${JSON.stringify({ redact })}`,
    );
  }
}

const NOT_ASKED = { matched: false, reason: 'MOCKING_OFF', nearest: [], onMiss: 'passThrough' } as const;

/** Where cases go, and what is kept of their credentials on the way. */
async function openCases(options: RecordOptions, session: Session): Promise<{ sink: CaseSink; kept: KeptCredentials }> {
  const { out, spool, spoolMax, sealKey, keepCredentials } = options;
  if (sealKey !== undefined && keepCredentials)
    throw new CliFailure('SEAL_KEY', '--seal-key cannot be combined with --keep-credentials', 'Remove one of them.');
  const given = sealKey === undefined ? null : await publicKeyOf(sealKey);
  if (out !== undefined) {
    const kept = given !== null ? await sealedTo(given) : keepCredentials ? IN_CLEAR : removed();
    return { sink: fileSink(out), kept };
  }
  const { client, output, host, address, tenantId } = session;
  const path = spool ?? defaultSpool(host, address.url, tenantId);
  if (given !== null) await checkAccess(session);
  const kept = await sealedTo(given ?? (await serviceKey(session, path)));
  const folder = await openSpoolFolder(path);
  return { sink: serviceSink({ client, output, folder, maxBytes: spoolMax * MIB }), kept };
}
