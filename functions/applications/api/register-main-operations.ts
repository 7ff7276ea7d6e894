import * as v from 'valibot';
import { consoleErrors, type Endpoint, ERRORS, JSON_BODY, success } from '../../platform/http/api.ts';
import { isDotSegment } from '../../platform/values/dot-segment.ts';
import type { ApplicationServices } from '../services.ts';
import { registerMainOperationsDoc } from './register-main-operations.doc.ts';

const MAX_OPERATIONS = 1000;
const MAX_BODY_BYTES = 128 * 1024;

const Registration = v.object({
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
});

/** Registers an application's main endpoints for the coverage check; an empty list removes them (spec 4.7). */
export const registerMainOperations: Endpoint<Pick<ApplicationServices, 'applications' | 'audit' | 'now'>> = {
  method: 'POST',
  path: '/api/config/schedule/modify/UPDATE',
  scope: 'write',
  body: JSON_BODY,
  errors: consoleErrors,
  doc: registerMainOperationsDoc(Registration),

  async answer({ body, caller }, { applications, audit, now }) {
    const parsed = v.safeParse(Registration, body);
    if (!parsed.success) {
      const field = String(parsed.issues[0].path?.[0]?.key ?? 'the body');
      const message = `${field} is missing or invalid`;
      return { status: 400, body: consoleErrors({ ...ERRORS.invalidJson, message }, now()) };
    }
    const { appId } = parsed.output;
    await applications.registerMainOperations(appId, [...new Set(parsed.output.mainOperations)]);
    await audit.note(caller, 'main-operations.registered', { appId });
    return success(true, now());
  },
};
