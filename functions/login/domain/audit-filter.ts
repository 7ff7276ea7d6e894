import type { AuditAction, AuditEntry } from './audit.ts';

const DAY_MS = 86_400_000;

/** Groups of actions that people look for, by the first part of an action. */
const AUDIT_GROUPS = {
  rules: ['rule', 'rules', 'suggestion', 'mark', 'expectation', 'recordings', 'recording'],
  settings: ['settings', 'login', 'target', 'main-operations', 'schedule', 'badge', 'run'],
  users: ['user', 'key', 'tenant'],
  channels: ['channel'],
  evaluations: ['host', 'policy'],
} as const;
type AuditGroup = keyof typeof AUDIT_GROUPS;

/** Periods in days; `all` is as long as entries are stored. */
const AUDIT_PERIODS = { today: 1, week: 7, month: 30, all: null } as const;
type AuditPeriod = keyof typeof AUDIT_PERIODS;

/** What a list of the audit log shows; an empty text matches everything. */
export interface AuditFilter {
  /** Part of an id, a name or the words of an action. */
  text: string;
  who: string;
  /** A group of actions, or what was refused. */
  what: AuditGroup | 'refused' | '';
  app: string;
  period: AuditPeriod;
}

/** The group of an action. */
function groupOf(action: AuditAction): AuditGroup | undefined {
  const [first = ''] = action.split('.');
  return (Object.keys(AUDIT_GROUPS) as AuditGroup[]).find((group) =>
    (AUDIT_GROUPS[group] as readonly string[]).includes(first),
  );
}

/** The oldest time that a filter shows, epoch ms; undefined for all. Today begins at midnight UTC. */
export function auditSince({ period }: Pick<AuditFilter, 'period'>, now: number): number | undefined {
  const days = AUDIT_PERIODS[period];
  if (days === null) return undefined;
  return days === 1 ? now - (now % DAY_MS) : now - days * DAY_MS;
}

/** Whether a filter shows an entry. `text`: what its action is called. */
export function matchesAudit(entry: AuditEntry, { text, who, what, app }: AuditFilter, actionText: string): boolean {
  const { action, subject, refused, about = '' } = entry;
  if (who !== '' && entry.who !== who) return false;
  if (app !== '' && subject.appId !== app) return false;
  if (what === 'refused' ? !refused : what !== '' && groupOf(action) !== what) return false;
  const words = [entry.who, action, actionText, about, ...Object.values(subject).map(String)];
  return words.some((word) => word.toLowerCase().includes(text.toLowerCase()));
}
