import type { RecordingStore } from '../../../recordings/store/recordings.ts';
import { type AcceptRun, type LeftOutRequest, type PreparedVersion, preparedVersion } from './accept-one.ts';

/** A recording that is pinned or sealed again in the meantime is read again so often. */
const MAX_TRIES = 5;

/** Makes the next version of the recording of one request and stores it, or says why not. */
export async function storedVersion(
  run: AcceptRun,
  item: number,
  parts: Parameters<typeof preparedVersion>[2] & { recordings: Pick<RecordingStore, 'versions'> },
): Promise<PreparedVersion | LeftOutRequest> {
  for (let tries = 1; ; tries++) {
    const one = await preparedVersion(run, item, parts);
    if ('leftOut' in one) return one;
    const { editable, accepted, made, planned, head } = one;
    if (await parts.recordings.versions.accept(editable, { payload: made.payload, status: made.status, accepted }))
      return one;
    if (tries === MAX_TRIES) return { item, planned, head, leftOut: 'OTHER_VERSION' };
  }
}
