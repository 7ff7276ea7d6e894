import * as v from 'valibot';
import { named } from '../../platform/http/documents/endpoint-doc.ts';

/** The answer to a new plan, or to one that is refused (spec 4.6). */
export const NewPlanAnswer = named(
  'CreatePlanAnswer',
  v.object({
    result: v.pipe(v.picklist([1, 2]), v.description('1: created, 2: not created.')),
    desc: v.string(),
    data: v.object({
      reasonCode: v.picklist([0, 1, 2, 3, 101, 103, 200, 500]),
      replayPlanId: v.nullable(v.string()),
    }),
  }),
);
export type NewPlanAnswer = v.InferOutput<typeof NewPlanAnswer>;
