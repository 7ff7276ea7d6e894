import * as v from 'valibot';
import {
  badParameterDoc,
  type EndpointDoc,
  json,
  named,
  type ParameterDocs,
  refusal,
} from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { listExample, listOf, Time } from '../../platform/http/documents/shown-schemas.ts';
import { MAX_TARGETS } from '../domain/targets/target.ts';

const address = v.pipe(
  v.string(),
  v.description('An origin, such as `https://staging.shop.example:8443`, or `https://*.suffix` for every name below.'),
);

const Shown = named(
  'Target',
  v.object({
    address,
    allowedBy: v.pipe(v.string(), v.description('Who allowed it; `SVC_TARGETS` for the setting of that name.')),
    at: v.pipe(v.nullable(Time), v.description('null for the setting.')),
    for: v.optional(v.pipe(v.string(), v.description('planId of the only run that it is allowed for.'))),
  }),
);

const TARGET = { address: 'https://staging.shop.example', allowedBy: 'ann@shop.example', at: EXAMPLE.time };

const QUERY: ParameterDocs = {
  address: { schema: v.string(), description: 'The address to remove.', example: TARGET.address, required: true },
  for: { schema: v.string(), description: 'planId of the run that it is allowed for.' },
};

/** Documentation of the endpoint that lists targets (interface 14). */
export const listTargetsDoc: EndpointDoc = {
  id: 'listTargets',
  tag: 'Applications',
  summary: 'List the allowed targets of an application',
  description:
    'Runs send recorded credentials to these addresses only. A service that listens on loopback only also allows loopback targets, to its own user and to callers with a credential.',
  responses: { 200: json(listOf(Shown), listExample(TARGET)) },
  refusals: [badParameterDoc('appId')],
};

/** Documentation of the endpoint that allows a target (interface 14). */
export const allowTargetDoc: EndpointDoc = {
  id: 'allowTarget',
  tag: 'Applications',
  summary: 'Allow a target of an application',
  description: `Runs of the application may send recorded credentials to this address until it is removed. An application has at most ${MAX_TARGETS}.`,
  request: json(named('TargetToAllow', v.object({ address })), { address: TARGET.address }),
  responses: { 200: json(Shown, TARGET) },
  refusals: [
    badParameterDoc('appId'),
    refusal(400, 'INVALID_TARGET', 'address must be an origin such as https://staging.shop.example'),
    refusal(409, 'TOO_MANY_TARGETS', `targets has ${MAX_TARGETS} addresses already; remove one first`),
  ],
};

/** Documentation of the endpoint that removes a target (interface 14). */
export const removeTargetDoc: EndpointDoc = {
  id: 'removeTarget',
  tag: 'Applications',
  summary: 'Remove an allowed target of an application',
  description: 'Runs towards the address that are in progress end as INTERRUPTED.',
  query: QUERY,
  responses: { 200: json(v.object({ address: v.string() }), { address: TARGET.address }) },
  refusals: [
    badParameterDoc('appId'),
    badParameterDoc('address'),
    badParameterDoc('for'),
    refusal(404, 'NOT_FOUND', 'there is no such target'),
  ],
};
