import * as v from 'valibot';
import { named } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { Time } from '../../platform/http/documents/shown-schemas.ts';

/** The TargetAddress of a target. */
export const TargetAddress = v.pipe(
  v.string(),
  v.description('An origin, such as `https://staging.shop.example:8443`, or `https://*.suffix` for every name below.'),
);

/** A target in answers (interface 14). */
export const ShownTarget = named(
  'Target',
  v.object({
    address: TargetAddress,
    allowedBy: v.pipe(v.string(), v.description('Who allowed it; `SVC_TARGETS` for the setting of that name.')),
    at: v.pipe(v.nullable(Time), v.description('null for the setting.')),
    for: v.optional(v.pipe(v.string(), v.description('planId of the only run that it is allowed for.'))),
  }),
);

/** An example of it. */
export const TARGET_EXAMPLE = {
  address: 'https://staging.shop.example',
  allowedBy: 'ann@shop.example',
  at: EXAMPLE.time,
};
