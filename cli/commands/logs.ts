import type { LogRow } from '../../client/paths.ts';
import { CliFailure } from '../cli-failure.ts';
import { type LogShell, logRows } from '../log-row-reader.ts';
import { timeValue } from '../option-values.ts';
import { plainText } from '../plain-text.ts';
import type { Program } from '../program.ts';
import { reasonOf } from '../service-fetch.ts';
import type { Session } from '../session.ts';
import { responseData } from '../unwrap-response.ts';

const REACH_MS = 2 * 60_000;
const PLAN_ITEM_ID = /^([0-9a-f]{24}):\d+$/;

const EXAMPLES = `
Of a request of a run the rows around its recording and those around its replay are looked up, two minutes each way.
The trace id is the one key; recording and replay share it.

Examples:
  $ replay logs 6740a1b2c3d4e5f601234567:12
  $ replay logs 0af7651916cd43dd8448eb211c80319c --since 2026-11-20T10:00:00Z --until 2026-11-20T10:05:00Z
  $ replay logs 6740a1b2c3d4e5f601234567:12 --json | jq -r '.rows[] | select(.severity == "ERROR") | .body'`;

interface Lookup {
  value: string;
  since: string;
  until: string;
}

/** `replay logs`: log rows of a trace, or of a request of a run (spec 4.9, rule 5). */
export function addLogs({ program, open }: Program): void {
  const command = program
    .command('logs')
    .description('log rows of a request: of its recording and of its replay')
    .argument('<traceId|planItemId>', 'a trace id with --since and --until, or a request of a run')
    .option('--since <time>', 'start of the window, inclusive', timeValue)
    .option('--until <time>', 'end of the window, exclusive', timeValue)
    .addHelpText('after', EXAMPLES);
  command.action(async (id: string, { since, until }: { since?: string; until?: string }) => {
    const session = await open(command);
    const planId = PLAN_ITEM_ID.exec(id)?.[1];
    if (planId === undefined && !(since && until)) {
      throw new CliFailure(
        'WINDOW_NEEDED',
        '--since and --until are required with a trace id',
        'Add them, or give the id of a request of a run: <planId>:<n>.',
      );
    }
    if (planId !== undefined && (since || until)) {
      throw new CliFailure(
        'NO_WINDOW',
        '--since and --until cannot be combined with the id of a request',
        'Remove them, or give its trace id.',
      );
    }
    const lookups =
      planId === undefined
        ? [{ value: id, since: since ?? '', until: until ?? '' }]
        : await lookupsOf(session, planId, id);
    await show(session, lookups);
  });
}

/**
 * The two lookups of a request, ascending; where they overlap, the later one starts where the earlier one ends, so that
 * no row appears twice.
 */
async function lookupsOf({ client }: Session, planId: string, planItemId: string): Promise<Lookup[]> {
  const { traceId, recordedAt, replayedAt } = await responseData(
    client.GET('/api/replays/{planId}/cases/{planItemId}', { params: { path: { planId, planItemId } } }),
  );
  const times = [recordedAt, replayedAt].filter((time) => time !== null).map((time) => Date.parse(time));
  let end = Number.NEGATIVE_INFINITY;
  return times
    .sort((a, b) => a - b)
    .flatMap((time) => {
      const since = Math.max(time - REACH_MS, end);
      end = time + REACH_MS;
      return since < end
        ? [{ value: traceId, since: new Date(since).toISOString(), until: new Date(end).toISOString() }]
        : [];
    });
}

/**
 * Writes rows as they arrive, also as JSON: `{lookups, rows, warnings}`. The JSON starts only after the service has
 * accepted the request.
 */
async function show(session: Session, lookups: readonly Lookup[]): Promise<void> {
  const { output, host } = session;
  const warnings = new Set<string>();
  let count = 0;
  const head = `{"lookups":${JSON.stringify(lookups.map((one) => ({ type: 'trace', ...one })))},"rows":[`;
  for (const lookup of lookups) {
    const rows = logRows(await chunksOf(session, lookup));
    let next = await rows.next();
    for (; !next.done; next = await rows.next()) {
      const before = count === 0 ? head : ',';
      await write(host, output.json ? `${before}${next.value}` : `${lineOf(JSON.parse(next.value))}\n`);
      count++;
    }
    refuseFailure(next.value);
    for (const warning of next.value.warnings ?? []) warnings.add(warning);
  }
  if (output.json) await write(host, `${count === 0 ? head : ''}],"warnings":${JSON.stringify([...warnings])}}\n`);
  for (const warning of warnings) output.say(warning);
  if (count === 0 && warnings.size === 0) {
    output.say(
      'No rows were found. Check the trace id, widen the window, or try again: rows may take three minutes to arrive.',
    );
  }
}

async function chunksOf(session: Session, { value, since, until }: Lookup): Promise<AsyncIterable<Uint8Array>> {
  const query = new URLSearchParams({ trace_id: value, since, until });
  const response = await session.stream(`/api/recorder/logs?${query}`);
  if (response.ok && response.body !== null) return response.body;
  if (response.status === 307) return chunksAt(response);
  // The status counts; the page of a proxy is not JSON.
  const error: unknown = await response.json().catch(() => null);
  return responseData(Promise.resolve({ error, response }));
}

/**
 * The rows of a large response lie in the store of the service; its signed address is all that this request carries.
 */
async function chunksAt(response: Response): Promise<AsyncIterable<Uint8Array>> {
  const url = new URL(response.headers.get('location') ?? '', response.url);
  await response.body?.cancel();
  const stored = await fetch(url).catch((fault: unknown) => {
    throw notFetched(url, reasonOf(fault).reason);
  });
  if (stored.ok && stored.body !== null) return stored.body;
  await stored.body?.cancel();
  throw notFetched(url, `HTTP ${stored.status}`);
}

/** Names the host only: the rest of the address is a credential. */
const notFetched = ({ host }: URL, reason: string) =>
  new CliFailure(
    'UNREACHABLE',
    `there are more rows than the service streams, and they were not read at ${host}: ${reason}`,
    'Narrow the window, or run this in a network that the service lets read there (docs/logs.md).',
  );

function refuseFailure({ responseStatusType }: LogShell): void {
  if (responseStatusType !== undefined) throw new CliFailure('REFUSED', responseStatusType.responseDesc);
}

const lineOf = (row: LogRow) =>
  plainText(`${row.timestamp}  ${row.severity.padEnd(5)}  ${row.source.padEnd(7)}  ${row.service_name}  ${row.body}`);

/** Waits while the reader is slower than the service. */
async function write({ stdout }: Session['host'], text: string): Promise<void> {
  if (!stdout.write(text)) await new Promise<void>((resolve) => stdout.once('drain', resolve));
}
