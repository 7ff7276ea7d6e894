import * as v from 'valibot';
import { auditOf } from '../login/composition.ts';
import { AUDIT_ACTIONS } from '../login/domain/audit.ts';
import type { Composition, ServicesHost } from '../platform/composition.ts';
import type { NoteRefused } from '../platform/http/application.ts';

const Action = v.picklist(AUDIT_ACTIONS);

/**
 * Notes what a caller was not allowed to do, in the audit log of the caller's tenant: ids and the scope that was
 * missing.
 */
export function refusedActions(host: Pick<ServicesHost<'table'>, 'servicesOf'>): NoteRefused {
  const servicesOf = host.servicesOf(({ use }: Composition<'table'>) => ({ audit: use(auditOf) }));
  return async (caller, { audits, scope }, params) => {
    const action = v.safeParse(Action, audits);
    if (!action.success) return;
    const subject = { ...params, ...(scope !== null && { needs: scope }) };
    await servicesOf(caller.tenant).audit.noteRefused(caller, action.output, subject);
  };
}
