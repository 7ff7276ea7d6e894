import * as v from 'valibot';
import { named } from '../../platform/http/documents/endpoint-doc.ts';
import { Outcome } from '../../platform/http/documents/shown-schemas.ts';

/** The answer to a trigger (spec 2.2). */
export const TriggerAnswer = named(
  'ReplayTriggerAnswer',
  v.object({ planId: v.nullable(v.string()), statusUrl: v.nullable(v.string()), ...Outcome.entries }),
);
