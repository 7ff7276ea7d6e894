import * as v from 'valibot';
import { answers, badParameterDoc, docs, json, named, refusal } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { lists, Time } from '../../platform/http/documents/shown-schemas.ts';
import { MAX_TARGET_REQUESTS } from '../domain/targets/target-request.ts';

const address = v.pipe(v.string(), v.description('An http:// or https:// address. Its origin counts.'));

const Shown = named('TargetRequest', v.object({ address, askedBy: v.string(), at: Time }));

const REQUEST = { address: 'https://build-4712.preview.example', askedBy: 'ben@shop.example', at: EXAMPLE.time };

/** What the OpenAPI document says of requests for targets. */
export const targetRequestDocs = docs('Applications', {
  listTargetRequests: {
    summary: 'List the open requests for targets of an application',
    responses: lists(Shown, REQUEST),
    refusals: [badParameterDoc('appId')],
  },
  askForTarget: {
    summary: 'Ask an administrator to allow a target',
    description: `The request shows in the settings of the application until an administrator allows the address or closes the request, for 30 days at most. An application has at most ${MAX_TARGET_REQUESTS} open requests.`,
    request: json(named('TargetToAskFor', v.object({ address })), { address: REQUEST.address }),
    responses: answers(Shown, REQUEST),
    refusals: [
      badParameterDoc('appId'),
      refusal(400, 'INVALID_TARGET', 'address must be an http:// or https:// address'),
      refusal(409, 'TOO_MANY_REQUESTS', `${MAX_TARGET_REQUESTS} requests for targets are open already`),
    ],
  },
  closeTargetRequest: {
    summary: 'Close a request for a target',
    query: {
      address: {
        schema: v.string(),
        description: 'The address of the request.',
        example: REQUEST.address,
        required: true,
      },
    },
    responses: answers(v.object({ address: v.string() }), { address: REQUEST.address }),
    refusals: [
      badParameterDoc('appId'),
      badParameterDoc('address'),
      refusal(404, 'NOT_FOUND', 'there is no such request'),
    ],
  },
});
