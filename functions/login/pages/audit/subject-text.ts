import type { AuditEntry } from '../../domain/audit.ts';

/** Ids that say what they are. */
const PLAIN: ReadonlySet<string> = new Set(['userName', 'role', 'scheduleId', 'tenantId']);

/** What an entry is about, without its application: `ruleId 7f3a…`. Names no values. */
export function subjectText({ action, subject, refused }: Pick<AuditEntry, 'action' | 'subject' | 'refused'>): string {
  const { appId: _, address, needs, ...ids } = subject;
  const about = Object.entries(ids).map(([name, value]) => (PLAIN.has(name) ? String(value) : `${name} ${value}`));
  if (address !== undefined) about.unshift(String(address));
  if (needs !== undefined) about.push(`needs the scope ${needs}`);
  // Other runs are refused for want of a scope or a token.
  if (action === 'run.started' && refused && needs === undefined && subject.appId !== undefined)
    return [...about, 'not an allowed target'].join(': ');
  return about.join(', ');
}
