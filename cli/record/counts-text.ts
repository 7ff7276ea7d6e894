import type { CaseSink } from './case-sink.ts';
import type { RecorderCounts } from './recorder-counts.ts';

const LABELS: Readonly<Record<keyof RecorderCounts, string>> = {
  recorded: 'recorded',
  tooLarge: 'too large',
  dropped: 'dropped, as the service was behind',
  broken: 'aborted',
  replays: 'replays, not recorded',
  leftOut: 'left out',
  upgraded: 'WebSockets',
  refused: 'refused as malformed',
  http2: 'refused, as HTTP/2 and gRPC are not recorded',
  strayCalls: 'calls of no known request',
  startupCalls: 'calls outside of requests',
};

/** The counts of a recording in one line. */
export function countsText(counts: RecorderCounts & ReturnType<CaseSink['counts']>): string {
  const parts = (Object.keys(LABELS) as (keyof RecorderCounts)[]) // the keys of the record above
    .filter((name) => name === 'recorded' || counts[name] > 0)
    .map((name) => `${counts[name]} ${LABELS[name]}`);
  return [
    ...parts,
    `${counts.stored} stored`,
    ...(counts.rejected > 0 ? [`${counts.rejected} rejected`] : []),
    ...(counts.unwritten > 0 ? [`${counts.unwritten} lost, as the disk refused them`] : []),
    ...(counts.waiting > 0 ? [`${counts.waiting} waiting`] : []),
  ].join(', ');
}
