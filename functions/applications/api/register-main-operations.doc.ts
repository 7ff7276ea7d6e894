import * as v from 'valibot';
import { type EndpointDoc, json, refusal } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { successExample, successOf } from '../../platform/http/documents/shown-schemas.ts';

/** Spec 4.7; `body` is the schema that the endpoint reads by. */
export const registerMainOperationsDoc = (body: v.GenericSchema): EndpointDoc => ({
  id: 'registerMainOperations',
  tag: 'Applications',
  summary: 'Register the main endpoints of an application',
  description:
    'Coverage then requires that each of them was replayed. An empty list removes the registration. Maximum: 128 KiB.',
  request: json(body, { appId: EXAMPLE.appId, mainOperations: [EXAMPLE.operation] }),
  responses: { 200: json(successOf(v.literal(true)), successExample(true)) },
  refusals: [refusal(400, 'INVALID_REGISTRATION', 'appId is missing or invalid')],
});
