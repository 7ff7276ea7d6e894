import { counted } from '../../../platform/values/shown/counted.ts';
import type { AuditEntry } from '../../domain/audit.ts';

/** Ids that say what they are. */
const PLAIN: ReadonlySet<string> = new Set(['userName', 'role', 'scheduleId', 'tenantId', 'keyId', 'hostId']);

/** What other ids are of. */
const NAMED: Readonly<Record<string, string>> = {
  ruleId: 'rule',
  expectationId: 'expectation',
  planId: 'run',
  planItemId: 'request',
  caseId: 'recording',
  policyId: 'policy',
};

/** What is counted. */
const COUNTED: Readonly<Record<string, string>> = { requests: 'request', recordings: 'recording', runs: 'run' };

/**
 * What an entry is about, without its application: the names that it has, else its ids (`rule 7f3a…`). An address
 * stands apart.
 */
export function subjectText({ action, subject, refused, about }: SubjectFacts): { address?: string; text: string } {
  const { address, needs } = subject;
  const texts = address === undefined ? [about ?? idsText(subject)] : [];
  if (needs !== undefined) texts.push(`needs the scope ${needs}`);
  // Other runs are refused for want of a scope or a token.
  const isRun = action === 'run.started' && refused && needs === undefined && subject.appId !== undefined;
  if (isRun) texts.push('not an allowed target');
  const text = texts.filter((one) => one !== '').join(', ');
  return { text, ...(address !== undefined && { address: String(address) }) };
}

type SubjectFacts = Pick<AuditEntry, 'action' | 'subject' | 'refused' | 'about'>;

/** The ids of an entry, and what it counts, without its application: `rule 7f3a…, 3 requests`. */
export const idsText = ({ appId: _, address: _1, needs: _2, at: _3, ...ids }: AuditEntry['subject']): string =>
  Object.entries(ids)
    .map(([name, value]) => {
      const one = COUNTED[name];
      if (one !== undefined) return counted(Number(value), one);
      return PLAIN.has(name) ? String(value) : `${NAMED[name] ?? name} ${value}`;
    })
    .join(', ');
