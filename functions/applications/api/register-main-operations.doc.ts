import * as v from 'valibot';
import { docs, json, refusal } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { succeeds } from '../../platform/http/documents/shown-schemas.ts';
import { Registration } from './registration-input.ts';

/** What the OpenAPI document says of the registration of main endpoints (spec 4.7). */
export const registrationDocs = docs('Applications', {
  registerMainOperations: {
    summary: 'Register the main endpoints of an application',
    description:
      'Coverage then requires that each of them was replayed. An empty list removes the registration. Maximum: 128 KiB.',
    request: json(Registration, { appId: EXAMPLE.appId, mainOperations: [EXAMPLE.operation] }),
    responses: succeeds(v.literal(true), true),
    refusals: [refusal(400, 'INVALID_REGISTRATION', 'appId is missing or invalid')],
  },
});
