import * as v from 'valibot';
import { consoleErrors, type Endpoint, ERRORS, JSON_BODY, success } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { isoText } from '../../platform/time/iso-text.ts';
import { counted } from '../../platform/values/shown/counted.ts';
import type { ApplicationServices } from '../composition.ts';
import { registrationDocs } from './register-main-operations.doc.ts';
import { Registration } from './registration-input.ts';

/** Registers an application's main endpoints for the coverage check; an empty list removes them (spec 4.7). */
export const registerMainOperations: Endpoint<
  Pick<ApplicationServices, 'applications' | 'audit' | 'maskedText' | 'now'>
> = endpoint({
  method: 'POST',
  path: '/api/config/schedule/modify/UPDATE',
  scope: 'write',
  audits: 'main-operations.registered',
  body: JSON_BODY,
  errors: consoleErrors,
  doc: registrationDocs.registerMainOperations,

  async answer({ body, caller }, { applications, audit, maskedText, now }) {
    const parsed = v.safeParse(Registration, body);
    if (!parsed.success) {
      const field = String(parsed.issues[0].path?.[0]?.key ?? 'the body');
      const message = `${field} is missing or invalid`;
      return { status: 400, body: consoleErrors({ ...ERRORS.invalidJson, message }, now()) };
    }
    const { appId } = parsed.output;
    const { reason } = parsed.output;
    const changed = { at: isoText(now()), by: caller.name, ...(reason && { reason: maskedText(reason) }) };
    const mains = [...new Set(parsed.output.mainOperations)];
    await applications.registerMainOperations(appId, mains, changed);
    await audit.note(caller, 'main-operations.registered', { appId }, counted(mains.length, 'endpoint'));
    return success(true, now());
  },
});
