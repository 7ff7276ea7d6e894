import * as v from 'valibot';
import { type Endpoint, plainErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { RecordId } from '../../recordings/domain/importers/arex/mocker.ts';
import type { ArexServices } from '../composition.ts';
import { AREX_BODY, answerAgent, NOTHING, textMember } from './agent-request.ts';
import { arexDocs } from './arex.doc.ts';
import { caseIdOfRecord } from './complete-records.ts';

/** Forgets a record that the agent could not send whole. */
export const invalidCase: Endpoint<Pick<ArexServices, 'arexRecords' | 'recordings' | 'log' | 'work'>> = endpoint({
  method: 'POST',
  path: '/api/storage/record/invalidCase',
  scope: 'agent',
  body: AREX_BODY,
  errors: plainErrors,
  doc: arexDocs.withdrawArexRecord,

  answer: (request, { arexRecords, recordings, log, work }) =>
    answerAgent(request, { work }, async (value) => {
      const recordId = textMember(value, 'recordId');
      // A replay that fails on the agent's side leaves the recording as it is.
      if (v.is(RecordId, recordId) && textMember(value, 'replayId') === '') {
        await arexRecords.remove(recordId);
        await recordings.remove(caseIdOfRecord(recordId));
        log.info('the AREX agent withdrew a record', {});
      }
      return { value: NOTHING };
    }),
});
