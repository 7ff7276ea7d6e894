import { type Endpoint, ok, plainErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import type { IntakeServices } from '../composition.ts';
import { recordingKeyDocs } from './recording-keys.doc.ts';

/** Returns the key that recordings in files are sealed to (docs/credentials.md). */
export const publicKey: Endpoint<Pick<IntakeServices, 'recordingKeys'>> = endpoint({
  method: 'GET',
  path: '/api/recorder/public-key',
  scope: 'record',
  errors: plainErrors,
  doc: recordingKeyDocs.readRecordingKey,
  answer: async (_, { recordingKeys }) => ok(await recordingKeys.publicKey()),
});
