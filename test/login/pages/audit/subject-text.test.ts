import { expect, test } from 'vitest';
import type { AuditEntry } from '../../../../functions/login/domain/audit.ts';
import { subjectText } from '../../../../functions/login/pages/audit/subject-text.ts';

type Facts = Pick<AuditEntry, 'action' | 'subject' | 'refused' | 'about'>;
const RUN = { appId: 'shop', address: 'https://new.example' };

test.for<[Facts, { address?: string; text: string }]>([
  [{ action: 'user.invited', subject: { userName: 'a@b.test', role: 'member' } }, { text: 'a@b.test, member' }],
  [{ action: 'rule.added', subject: { appId: 'shop', ruleId: '7f3a' } }, { text: 'rule 7f3a' }],
  [{ action: 'rule.added', subject: { appId: 'shop', ruleId: '7f3a' }, about: 'Ignore at' }, { text: 'Ignore at' }],
  [{ action: 'mark.set', subject: { planId: 'p', requests: 1200 } }, { text: 'run p, 1,200 requests' }],
  [
    { action: 'recordings.accepted', subject: { planId: 'p', recordings: 1, at: '2026-11-22T10:50:40Z' } },
    { text: 'run p, 1 recording' },
  ],
  [{ action: 'settings.changed', subject: { appId: 'shop' } }, { text: '' }],
  [
    { action: 'settings.changed', subject: { appId: 'shop', needs: 'write' }, refused: true },
    { text: 'needs the scope write' },
  ],
  [
    { action: 'key.removed', subject: { id: 'k', needs: 'admin' }, refused: true, about: 'github-actions' },
    { text: 'github-actions, needs the scope admin' },
  ],
  [
    { action: 'run.started', subject: RUN, refused: true },
    { address: 'https://new.example', text: 'not an allowed target' },
  ],
  [{ action: 'run.started', subject: { appId: 'shop' }, refused: true }, { text: 'not an allowed target' }],
  [
    { action: 'target.allowed', subject: RUN },
    { address: 'https://new.example', text: '' },
  ],
])('subjectText says of %j %j', ([facts, shown]) => {
  expect(subjectText(facts)).toEqual(shown);
});
