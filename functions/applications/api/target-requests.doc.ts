import * as v from 'valibot';
import { badParameterDoc, type EndpointDoc, json, named, refusal } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { listExample, listOf, Time } from '../../platform/http/documents/shown-schemas.ts';
import { MAX_TARGET_REQUESTS } from '../domain/targets/target-request.ts';

const address = v.pipe(v.string(), v.description('An http:// or https:// address. Its origin counts.'));

const Shown = named('TargetRequest', v.object({ address, askedBy: v.string(), at: Time }));

const REQUEST = { address: 'https://build-4712.preview.example', askedBy: 'ben@shop.example', at: EXAMPLE.time };

/** Documentation of the endpoint that lists requests for targets. */
export const listTargetRequestsDoc: EndpointDoc = {
  id: 'listTargetRequests',
  tag: 'Applications',
  summary: 'List the open requests for targets of an application',
  responses: { 200: json(listOf(Shown), listExample(REQUEST)) },
  refusals: [badParameterDoc('appId')],
};

/** Documentation of the endpoint that asks for a target. */
export const askForTargetDoc: EndpointDoc = {
  id: 'askForTarget',
  tag: 'Applications',
  summary: 'Ask an administrator to allow a target',
  description: `The request shows in the settings of the application until an administrator allows the address or closes the request, for 30 days at most. An application has at most ${MAX_TARGET_REQUESTS} open requests.`,
  request: json(named('TargetToAskFor', v.object({ address })), { address: REQUEST.address }),
  responses: { 200: json(Shown, REQUEST) },
  refusals: [
    badParameterDoc('appId'),
    refusal(400, 'INVALID_TARGET', 'address must be an http:// or https:// address'),
    refusal(409, 'TOO_MANY_REQUESTS', `${MAX_TARGET_REQUESTS} requests for targets are open already`),
  ],
};

/** Documentation of the endpoint that closes a request for a target. */
export const closeTargetRequestDoc: EndpointDoc = {
  id: 'closeTargetRequest',
  tag: 'Applications',
  summary: 'Close a request for a target',
  query: {
    address: {
      schema: v.string(),
      description: 'The address of the request.',
      example: REQUEST.address,
      required: true,
    },
  },
  responses: { 200: json(v.object({ address: v.string() }), { address: REQUEST.address }) },
  refusals: [
    badParameterDoc('appId'),
    badParameterDoc('address'),
    refusal(404, 'NOT_FOUND', 'there is no such request'),
  ],
};
