import { join } from 'node:path';
import { TABLE_FILE } from '../../../functions/platform/standalone/data-files.ts';
import { openTable } from '../../../functions/platform/standalone/table.ts';
import { padded, paddedTime } from '../../../functions/platform/values/padded.ts';
import { storedJson } from '../../../functions/platform/values/stored-json.ts';
import { headRow, payloadKey } from '../../../functions/recordings/store/case-rows.ts';

const BATCH = 500;

/** Writes small cases into the data directory of a service that does not run yet, as intake stores them. */
export async function storeCases(dataDir: string, cases: number): Promise<void> {
  const table = openTable(join(dataDir, TABLE_FILE), Date.now);
  const recordedAt = Date.now();
  const expiresAt = recordedAt + 96 * 3_600_000;
  const { bytes } = storedJson({
    request: { method: 'GET', path: '/orders/1', headers: [], body: null, bodyEncoding: 'utf8' },
    response: { status: 200, headers: [], body: '{}', bodyEncoding: 'utf8' },
    calls: [],
    credentialMode: 'seal',
  });
  for (let start = 0; start < cases; start += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, cases - start) }, (_, at) => {
      const id = String(start + at).padStart(32, '0');
      const head = {
        caseId: `stored-${id}`,
        appId: 'shop',
        operation: '/orders/{id}',
        method: 'GET',
        recordedAt,
        intake: `${paddedTime(recordedAt)}-${padded(start + at, 9)}`,
        traceId: id,
        session: null,
        tags: {},
        durationMs: 1,
        status: 200,
        pinned: false,
      };
      return [
        headRow('default', head, expiresAt, bytes.byteLength),
        { ...payloadKey('default', head.caseId), data: bytes, expiresAt },
      ];
    });
    await table.batchPut(rows.flat());
  }
  await table.close();
}
