import { faultFacts } from '../../platform/fault-facts.ts';
import { type Endpoint, JSON_TYPE, ok, plainErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { isoText } from '../../platform/time/iso-text.ts';
import type { JsonStream } from '../../platform/values/typed-json.ts';
import type { LogServices } from '../composition.ts';
import { type LogRow, shownRow } from '../domain/log-row.ts';
import { type LogLookup, parseLogsQuery } from '../domain/logs-query.ts';
import { deliveredLookup } from '../service/delivered-lookup.ts';
import type { LogRows as StoredRows } from '../store/log-rows.ts';
import { logDocs } from './logs.doc.ts';
import type { LogRows, LogRowsAddress } from './shown-logs.ts';

/** Returns the log rows of a trace within a window: all of them, streamed, or by an address (spec 4.9). */
export const readLogs: Endpoint<Pick<LogServices, 'logRows' | 'lookupFiles' | 'config' | 'log' | 'elapsed'>> = endpoint(
  {
    method: 'GET',
    path: '/api/recorder/logs',
    scope: 'read',
    errors: plainErrors,
    doc: logDocs.readLogs,

    async answer({ query }, services) {
      const { logRows, config, log } = services;
      const lookup = parseLogsQuery(query);
      if (!lookup.ok) return refused(lookup.message);
      if (!config.logPipeline) return refused('log pipeline is disabled');
      const { traceId, since, until } = lookup.value;
      const rows = logRows.rowsOf(traceId, since, until);
      const reading = rows.pages();
      try {
        // Only before the first byte can an unavailable store still be reported as an error.
        const first = await reading.next();
        const delivered = await deliveredLookup(answerOf(lookup.value, first, reading, rows), services);
        if ('url' in delivered) {
          const body: LogRowsAddress = { url: delivered.url, expiresAt: isoText(delivered.expiresAt) };
          return { status: 307, headers: { location: delivered.url }, body };
        }
        // The generator below writes the text piece by piece.
        const stream = delivered.stream as JsonStream<LogRows>;
        return { status: 200, headers: JSON_TYPE, stream };
      } catch (fault) {
        log.error('log rows could not be read', faultFacts(fault));
        return refused('log pipeline is unavailable');
      }
    },
  },
);

/** The response to every failed lookup (interface 2.8). */
const refused = (text: string) => ok({ responseStatusType: { responseCode: 1 as const, responseDesc: text } });

async function* answerOf(
  { query }: LogLookup,
  first: IteratorResult<LogRow[]>,
  rest: AsyncGenerator<LogRow[]>,
  { warnings }: StoredRows,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const lookup = { type: 'trace', ...query };
  let begin = `{"lookup":${JSON.stringify(lookup)},"rows":[`;
  try {
    let separator = '';
    for (let next = first; !next.done; next = await rest.next()) {
      if (next.value.length === 0) continue;
      const rows = next.value.map((row) => JSON.stringify(shownRow(row))).join(',');
      yield encoder.encode(`${begin}${separator}${rows}`);
      begin = '';
      separator = ',';
    }
    yield encoder.encode(`${begin}],"warnings":${JSON.stringify(warnings)}}`);
  } finally {
    // Closing the connection ends the reading as well.
    await rest.return(undefined);
  }
}
