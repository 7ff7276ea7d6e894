import { isoText } from '../../platform/time/iso-text.ts';
import { arexRecord } from '../../recordings/domain/importers/arex/arex-record.ts';
import { isEntry, traceIdOfRecord } from '../../recordings/domain/importers/arex/mocker.ts';
import { ingest } from '../../recordings/service/ingest.ts';
import type { ArexServices } from '../composition.ts';

/** After the inbound request of a record has arrived, its last calls may follow for so long. */
const QUIET_MS = 2_000;

/** Records that one request completes at most. */
const MAX_COMPLETED = 100;

export type CompletingServices = Pick<
  ArexServices,
  'arexRecords' | 'recordings' | 'recordingKeys' | 'applications' | 'now' | 'newId' | 'log' | 'work'
>;

/** The id of a record's case: a record that arrives again is a duplicate. */
export const caseIdOfRecord = (recordId: string): string => `arex-${traceIdOfRecord(recordId)}`;

/**
 * Turns records into cases whose inbound request has arrived long enough ago. The agent reports every minute, so that
 * no record waits longer, without a timer in either world; a record that two requests complete is one case.
 */
export async function completeRecords(services: CompletingServices): Promise<void> {
  const { arexRecords, recordingKeys, now, log } = services;
  const due = await arexRecords.due(now() - QUIET_MS, MAX_COMPLETED);
  if (due.length === 0) return;
  const sealer = await recordingKeys.sealer();
  for (const recordId of due) {
    const mockers = await arexRecords.mockersOf(recordId, sealer);
    const record = arexRecord(mockers);
    const appId = mockers.find(isEntry)?.appId ?? null;
    if (record.ok) {
      const recordedAt = isoText(Math.min(record.recordedAt ?? now(), now()));
      const input = { ...record.input, appId, caseId: caseIdOfRecord(recordId), recordedAt };
      const stored = await ingest([{ input }], { pinned: false, bytes: JSON.stringify(input).length }, services);
      const reason = stored.ok ? stored.value.rejected[0]?.reason : stored.code;
      if (reason !== undefined) log.warn('a record of the AREX agent is not a valid case', { reason });
    } else log.warn('a record of the AREX agent is not a valid case', { reason: record.reason });
    await arexRecords.remove(recordId);
  }
}
