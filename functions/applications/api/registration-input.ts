import * as v from 'valibot';
import { isDotSegment } from '../../platform/values/dot-segment.ts';
import { ChangeReason } from '../domain/changes/change-reason.ts';

const MAX_OPERATIONS = 1000;
const MAX_BODY_BYTES = 128 * 1024;

/** The main endpoints of an application (spec 4.7). */
export const Registration = v.object({
  appId: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1),
    v.maxLength(200),
    v.check((appId) => !isDotSegment(appId)),
  ),
  mainOperations: v.pipe(
    v.array(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(2048))),
    v.maxLength(MAX_OPERATIONS),
    v.check((operations) => Buffer.byteLength(JSON.stringify(operations)) <= MAX_BODY_BYTES),
  ),
  reason: ChangeReason,
});
