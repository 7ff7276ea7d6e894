import { csvText } from '../../../platform/http/pages/csv-text.ts';
import type { Page } from '../../../platform/http/pages/page-route.ts';
import { isoText } from '../../../platform/time/iso-text.ts';
import type { LoginServices } from '../../composition.ts';
import type { AuditEntry } from '../../domain/audit.ts';
import { filteredAudit } from '../../service/filtered-audit.ts';
import { namedEntries } from '../../service/named-entries.ts';
import { ACTION_TEXTS } from './action-texts.ts';
import { auditFilterOf } from './audit-filter-form.ts';

/** Maximum entries of a file; the newest ones. */
const MAX_EXPORTED = 10_000;
const MAX_READS = 100;

const COLUMNS = ['at', 'who', 'action', 'refused', 'appId', 'subject', 'about'];

/** The audit log as CSV (RFC 4180), by the filter of its page. */
export const auditFile: Page<Pick<LoginServices, 'audit' | 'apiKeys' | 'channelNames' | 'now'>> = {
  method: 'GET',
  path: '/console/audit/file',
  scope: 'admin',

  async answer(request, services) {
    const { items } = await filteredAudit(services.audit, ({ action }) => ACTION_TEXTS[action], {
      filter: auditFilterOf(request.query),
      after: null,
      maxReads: MAX_READS,
      enough: MAX_EXPORTED,
      now: services.now(),
    });
    const named = await namedEntries(items, request.caller.tenant, services);
    return {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="audit-log.csv"',
      },
      response: { status: 200, bytes: new TextEncoder().encode(csvText([COLUMNS, ...named.map(cellsOf)])) },
    };
  },
};

function cellsOf({ at, who, action, refused, about = '', subject: { appId = '', ...subject } }: AuditEntry) {
  return [isoText(at), who, action, refused ? 'refused' : '', String(appId), JSON.stringify(subject), about];
}
