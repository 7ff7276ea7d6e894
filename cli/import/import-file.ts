import type { ImportAnswer } from '../../client/paths.ts';
import { CliFailure } from '../cli-failure.ts';
import { openProgress } from '../progress.ts';
import { sendCases } from '../send-cases.ts';
import { RETRIED_FAULTS } from '../service-fetch.ts';
import type { Session } from '../session.ts';
import { PAYLOAD_TOO_LARGE, responseData } from '../unwrap-response.ts';
import { withRetry } from '../with-retry.ts';
import { filterOf, type GivenFilter } from './filter-options.ts';
import { type ImportBatch, importBatches } from './import-batches.ts';
import { addTo, emptyOutcome, type ImportOutcome } from './import-outcome.ts';
import { unfinishedImport } from './unfinished-imports.ts';

export interface ImportOptions extends GivenFilter {
  appId?: string;
  pin?: boolean;
  originalTimes?: boolean;
  resume?: boolean;
  preview?: boolean;
}

/** What is sent along with each part of a file. */
interface PartOptions extends ImportOptions {
  format: string;
  shiftMs: number | null;
}

const RETRY_MS = 60_000;

/** Imports a file, or stdin for `-`, in parts; what it sent is kept until it ends, for `--resume`. */
export async function importFile(
  session: Session,
  file: string,
  format: string,
  options: ImportOptions,
): Promise<ImportOutcome> {
  const { output, host, address } = session;
  const outcome = emptyOutcome();
  const filter = filterOf(options);
  const purpose = [address.url, session.tenantId, format, options.appId, options.pin, options.originalTimes, filter];
  const unfinished = await unfinishedImport(file, purpose, host);
  const isResumed = options.resume && !options.preview;
  const { batches: skip, shiftMs: knownShift } = isResumed ? await unfinished.find() : { batches: 0, shiftMs: null };
  const name = file === '-' ? 'stdin' : file;
  if (skip > 0) output.say(`${name}: continuing after ${skip} parts that were sent before`);
  const progress = openProgress(output.stderr);
  let batches = skip;
  let shiftMs = knownShift;
  try {
    progress.show(0, `${name}: reading`);
    for await (const batch of importBatches(file, { format, stdin: host.stdin, skip, filter })) {
      if (batch.kind === 'part' && !options.originalTimes && batch.newest !== null)
        shiftMs ??= (await serviceTime(session)) - batch.newest;
      const answer = await sent(session, batch, { ...options, format, shiftMs });
      addTo(outcome, answer, batch.first);
      batches++;
      if (!options.preview) await unfinished.keep({ batches, shiftMs });
      const { preview, accepted, duplicates } = outcome;
      const done = options.preview ? `${preview.count} would be imported` : `${accepted + duplicates} imported`;
      progress.show(batch.read ?? 0, `${name}: ${done}`);
    }
    if (!options.preview) await unfinished.forget();
    return outcome;
  } catch (fault) {
    if (batches > 0 && file !== '-' && !options.preview)
      output.say(`${name}: ${batches} parts were sent; add --resume to continue`);
    throw fault;
  } finally {
    progress.end();
  }
}

/** Sends a batch, again and again while the service is away. An exchange that is too large even alone is rejected. */
async function sent(session: Session, batch: ImportBatch, options: PartOptions): Promise<Partial<ImportAnswer>> {
  const rejected = (reasons: readonly string[]) => ({
    rejected: reasons.map((reason, index) => ({ index, reason })),
  });
  if (batch.kind === 'rejected') return rejected(batch.reasons);
  return patiently<Partial<ImportAnswer>>(session, () =>
    batch.kind === 'cases' ? sendCases(session.client, batch.body) : sendFile(session, batch, options),
  ).catch((fault: unknown) => {
    if (
      !(fault instanceof CliFailure && fault.code === PAYLOAD_TOO_LARGE && batch.kind === 'part' && batch.count === 1)
    )
      throw fault;
    return rejected(['the exchange is larger than the service accepts in a request']);
  });
}

const patiently = <T>({ output }: Session, work: () => Promise<T>): Promise<T> =>
  withRetry(work, {
    when: RETRIED_FAULTS,
    forMs: RETRY_MS,
    signal: new AbortController().signal,
    onRetry: ({ message }, pauseMs) => output.say(`${message}; trying again in ${pauseMs / 1000} s`),
  });

/** The service's time by the header of an answer, in epoch ms: the clock here may be another. */
async function serviceTime(session: Session): Promise<number> {
  const response = await patiently(session, () => session.stream('/healthz'));
  await response.body?.cancel();
  const time = Date.parse(response.headers.get('date') ?? '');
  return Number.isNaN(time) ? session.host.now() : time;
}

const sendFile = (
  { client }: Session,
  batch: Extract<ImportBatch, { kind: 'part' | 'file' }>,
  { format, appId = '', pin, originalTimes, preview, shiftMs, host, include, exclude, keep, sample }: PartOptions,
): Promise<ImportAnswer> =>
  responseData(
    client.POST('/api/recorder/imports', {
      params: {
        query: {
          appId,
          format: format as 'har', // importBatches refuses other formats
          ...(batch.kind === 'part'
            ? {
                first: String(batch.first),
                hosts: [...batch.hosts],
                ...batch.sessions,
                ...(shiftMs !== null && { shiftMs: String(shiftMs) }),
              }
            : { ...(host && { hosts: [...host] }) }),
          ...(pin && { pin: 'true' }),
          ...(originalTimes && { recordedAt: 'original' }),
          ...(preview && { preview: 'true' }),
          ...(include && { include: [...include] }),
          ...(exclude && { exclude: [...exclude] }),
          ...(keep && { keep: [...keep] }),
          ...(sample !== undefined && { sample: String(sample) }),
        },
      },
      // The body is the file's bytes, but the document's types declare text.
      body: batch.body as never,
      bodySerializer: (bytes: unknown) => bytes as Uint8Array<ArrayBuffer>,
      headers: { 'content-type': 'application/octet-stream' },
    }),
  );
