import * as v from 'valibot';
import { named } from '../../platform/http/documents/endpoint-doc.ts';
import { Time } from '../../platform/http/documents/shown-schemas.ts';
import { PlanStatus } from '../../replay/domain/plan.ts';

/** How far a plan is (spec 4.5). */
export const ShownProgress = named(
  'Progress',
  v.object({
    result: v.picklist([1, 2]),
    desc: v.string(),
    data: v.nullable(
      v.object({
        planId: v.string(),
        status: PlanStatus,
        percent: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)),
        lastUpdateTime: Time,
      }),
    ),
  }),
);
