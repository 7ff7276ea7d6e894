import { once } from 'node:events';
import { correlationOf } from '../../proxies/correlation.ts';
import { type Destinations, destinations } from '../../proxies/http/destinations.ts';
import { answerUnknownName, namedService } from '../../proxies/http/http-calls.ts';
import { type MockCounts, mockHttp } from '../../proxies/http/mock-http.ts';
import { proxyServer } from '../../proxies/http/proxy-server.ts';
import { type MatchClient, matchCallOrStartup } from '../../proxies/match-calls.ts';
import { startWires } from '../../proxies/start-wires.ts';
import { countValue } from '../option-values.ts';
import type { Program } from '../program.ts';
import { addDownstreamOptions } from '../proxy/downstream-command.ts';
import { allowedDestinations, type Downstreams, downstreamsOf } from '../proxy/downstream-urls.ts';
import { hostAndPort, listening } from '../proxy/listening.ts';
import { checkMatchAccess, matchClient } from '../proxy/match-client.ts';
import { openForwardProxy } from '../proxy/open-forward-proxy.ts';
import { closeProxies, type OpenProxies } from '../proxy/open-proxies.ts';
import type { Session } from '../session.ts';

interface MockOptions {
  appId: string;
  downstream?: Record<string, string>;
  downstreamListen: string;
  downstreamPort?: Record<string, string>;
  proxyPort?: string;
  ca?: string;
  tunnel?: string[];
  allowDestination?: string[];
  mostBody: number;
  startupPassthrough?: true;
}

const KIB = 1024;

const EXAMPLES = `
Runs beside the instance under test and answers its downstream calls from the recording, while the service replays it. Give the
application the same addresses as it had with \`replay record\`: --downstream names and --proxy-port.

A call finds its replay by x-replay-id, baggage, tracestate or traceparent, which OpenTelemetry passes on. Calls without them
are answered where the application has the setting mocks.correlation single, by which a run sends one request at a time.

Calls that no recorded call answers fail with 502, pass through to the real service, or get a default response, as the settings
\`mocks\` of the application say. Only two more kinds of calls reach a real service: those of a run with mocking off, and with
--startup-passthrough GET and HEAD while no request is replayed. SVC_TOKEN is an API key with the scope agent.

Examples:
  $ replay mock --app-id shop --downstream inventory=http://10.0.0.7:8081
      the application calls http://127.0.0.1:8091/inventory/…
  $ replay mock --app-id shop --downstream db=postgres://10.0.0.5:5432/shop
      the application connects to 127.0.0.1:15432 (docs/database-proxies.md)
  $ replay mock --app-id shop --proxy-port 8092
      the application runs with HTTP_PROXY=http://127.0.0.1:8092 HTTPS_PROXY=http://127.0.0.1:8092

Ctrl-C ends it.`;

/** `replay mock`: answers downstream calls of the instance under test (interface 12). */
export function addMock({ program, open }: Program): void {
  const command = addDownstreamOptions(
    program
      .command('mock')
      .description('answer downstream calls of the instance under test from the recording')
      .requiredOption('--app-id <id>', 'application of the recordings'),
  )
    .option('--startup-passthrough', 'make GET and HEAD for real while no request is replayed, where none was recorded')
    .option('--most-body <KiB>', 'calls with a larger body are refused', countValue, 1024)
    .addHelpText('after', EXAMPLES);

  command.action(async (options: MockOptions) => mock(options, await open(command)));
}

/** What answers calls, and what is open for them. */
interface Mocking {
  options: MockOptions;
  session: Session;
  downstream: Downstreams;
  reach: Destinations;
  counts: MockCounts;
  matches: MatchClient;
  http: ReturnType<typeof mockHttp>;
  proxies: OpenProxies;
}

/** Answers calls until Ctrl-C. */
async function mock(options: MockOptions, session: Session): Promise<void> {
  const { output, host } = session;
  const downstream = downstreamsOf(options.downstream ?? {}, options.downstreamPort ?? {});
  const reach = await destinations({
    service: new URL(session.address.url),
    listed: [...downstream.http.values(), ...allowedDestinations(options.allowDestination)],
  });
  await checkMatchAccess(session);
  const stopped = host.interrupted();
  const counts: MockCounts = { answered: 0, passedThrough: 0, defaults: 0, missed: 0, refused: 0 };
  const matches = matchClient(session, options.appId);
  const http = mockHttp({
    matches,
    maxBodyBytes: options.mostBody * KIB,
    startupPassThrough: options.startupPassthrough === true,
    counts,
    destinations: reach,
    now: host.now,
  });
  const proxies: OpenProxies = { servers: [], wires: [], forward: null };
  async function close(): Promise<void> {
    await closeProxies(proxies);
    await http.close();
  }
  // A port that stays open would keep a command that cannot start.
  await start({ options, session, downstream, reach, counts, matches, http, proxies }).catch(async (fault: unknown) => {
    await close();
    throw fault;
  });
  output.say('Ctrl-C ends it.');
  await once(stopped, 'abort');
  await close();
  output.result(counts, () => countsText(counts));
}

/** Opens the proxies, and says where each listens. */
async function start({ options, session, downstream, reach, counts, matches, http, proxies }: Mocking): Promise<void> {
  const { output } = session;
  const onRefusal = () => {
    counts.refused++;
  };
  if (downstream.http.size > 0) {
    const server = proxyServer({
      answer: async (request, response) => {
        const callee = namedService(request.url ?? '/', downstream.http);
        if (callee === null) answerUnknownName(response, downstream.http);
        else await http.answer(request, response, callee);
      },
      onRefusal,
    });
    proxies.servers.push(server);
    const base = await listening(server, options.downstreamListen, '--downstream-listen');
    for (const [name] of downstream.http) output.say(`calls of ${name}: ${base}/${name}/`);
  }
  proxies.wires = await startWires(downstream.wire, {
    host: hostAndPort(options.downstreamListen, '--downstream-listen').host,
    mode: 'mock',
    maxBodyBytes: options.mostBody * KIB,
    correlate: correlationOf,
    // The service notes the calls that it is asked for.
    noteCall: () => {},
    matchCall: async (correlation, call) => counted(await matchCallOrStartup(matches, correlation, call), counts),
    noteStartup: () => {},
    matchStartup: matches.matchStartup,
    say: output.say,
  });
  const { proxyPort, ca, tunnel } = options;
  if (proxyPort === undefined) return;
  proxies.forward = await openForwardProxy({ proxyPort, ca, tunnel }, session, {
    answer: http.answer,
    // WebSockets are not recorded.
    upgrade: async (_, socket) => void socket.destroy(),
    onRefusal,
    destinations: reach,
    downstream: downstream.http,
    tunnelsUnreadable: false,
  });
  proxies.servers.push(proxies.forward.server);
}

/** Counts an answer to a call of a database or cache. */
function counted<T extends { matched: true } | { matched: false; onMiss: string }>(match: T, counts: MockCounts): T {
  if (match.matched) counts.answered++;
  else if (match.onMiss === 'passThrough') counts.passedThrough++;
  else if (match.onMiss === 'default') counts.defaults++;
  else counts.missed++;
  return match;
}

const countsText = ({ answered, passedThrough, defaults, missed, refused }: MockCounts): string =>
  [
    `${answered} answered`,
    `${missed} not answered`,
    ...(passedThrough > 0 ? [`${passedThrough} passed through`] : []),
    ...(defaults > 0 ? [`${defaults} answered by default`] : []),
    ...(refused > 0 ? [`${refused} refused`] : []),
  ].join(', ');
