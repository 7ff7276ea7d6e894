import * as v from 'valibot';
import { bodyBytes, type Endpoint, plainErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { isEntry, Mocker } from '../../recordings/domain/importers/arex/mocker.ts';
import type { ArexServices } from '../composition.ts';
import { AREX_BODY, answerAgent, NOTHING } from './agent-request.ts';
import { arexDocs } from './arex.doc.ts';
import { type CompletingServices, completeRecords } from './complete-records.ts';

/** Takes mockers in: pieces of records, in batches of the agent's own size (docs/arex-agent.md). */
export const saveMockers: Endpoint<CompletingServices & Pick<ArexServices, 'arexRecords'>> = endpoint({
  method: 'POST',
  path: '/api/storage/record/batchSaveMockers',
  scope: 'agent',
  body: AREX_BODY,
  grows: true,
  storedBytes: bodyBytes,
  errors: plainErrors,
  doc: arexDocs.saveArexMockers,

  answer: (request, services) =>
    answerAgent(request, services, async (value) => {
      const { arexRecords, recordingKeys, log } = services;
      const { records, unread } = recordsOf(value);
      if (unread > 0) log.warn('mockers of the AREX agent are not readable', { unread });
      const sealer = await recordingKeys.sealer();
      for (const [recordId, mockers] of records)
        await arexRecords.add(recordId, mockers, mockers.some(isEntry), sealer);
      await completeRecords(services);
      return { value: NOTHING };
    }),
});

/** The mockers of a message by their records, and how many of them cannot be read. */
function recordsOf(value: unknown): { records: Map<string, Mocker[]>; unread: number } {
  const records = new Map<string, Mocker[]>();
  let unread = 0;
  for (const one of Array.isArray(value) ? value : [value]) {
    const mocker = v.safeParse(Mocker, one, { abortEarly: true });
    if (!mocker.success) unread++;
    // What the agent stores of a replay is known from the answer of the target.
    else if (!mocker.output.replayId) {
      const { recordId } = mocker.output;
      records.set(recordId, [...(records.get(recordId) ?? []), mocker.output]);
    }
  }
  return { records, unread };
}
