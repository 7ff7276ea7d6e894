import * as v from 'valibot';
import {
  answers,
  badParameterDoc,
  docs,
  json,
  named,
  type ParameterDocs,
  refusal,
} from '../../platform/http/documents/endpoint-doc.ts';
import { lists } from '../../platform/http/documents/shown-schemas.ts';
import { MAX_TARGETS } from '../domain/targets/target.ts';
import { ShownTarget, TARGET_EXAMPLE, TargetAddress } from './shown-target.ts';

const QUERY: ParameterDocs = {
  address: {
    schema: v.string(),
    description: 'The address to remove.',
    example: TARGET_EXAMPLE.address,
    required: true,
  },
  for: { schema: v.string(), description: 'planId of the run that it is allowed for.' },
};

/** What the OpenAPI document says of allowed targets (interface 14). */
export const targetDocs = docs('Applications', {
  listTargets: {
    summary: 'List the allowed targets of an application',
    description:
      'Runs send recorded credentials to these addresses only. A service that listens on loopback only also allows loopback targets, to its own user and to callers with a credential.',
    responses: lists(ShownTarget, TARGET_EXAMPLE),
    refusals: [badParameterDoc('appId')],
  },
  allowTarget: {
    summary: 'Allow a target of an application',
    description: `Runs of the application may send recorded credentials to this address until it is removed. An application has at most ${MAX_TARGETS}.`,
    request: json(named('TargetToAllow', v.object({ address: TargetAddress })), { address: TARGET_EXAMPLE.address }),
    responses: answers(ShownTarget, TARGET_EXAMPLE),
    refusals: [
      badParameterDoc('appId'),
      refusal(400, 'INVALID_TARGET', 'address must be an origin such as https://staging.shop.example'),
      refusal(409, 'TOO_MANY_TARGETS', `targets has ${MAX_TARGETS} addresses already; remove one first`),
    ],
  },
  removeTarget: {
    summary: 'Remove an allowed target of an application',
    description: 'Runs towards the address that are in progress end as INTERRUPTED.',
    query: QUERY,
    responses: answers(v.object({ address: v.string() }), { address: TARGET_EXAMPLE.address }),
    refusals: [
      badParameterDoc('appId'),
      badParameterDoc('address'),
      badParameterDoc('for'),
      refusal(404, 'NOT_FOUND', 'there is no such target'),
    ],
  },
});
