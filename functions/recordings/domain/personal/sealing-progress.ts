import type { SealingProgress } from '../../../applications/domain/personal-data/found-personal-data.ts';
import type { RedactRule } from '../../../applications/domain/redact-rule.ts';
import { sealRuleDigests } from './seal-rule-digests.ts';
import { hasRules, type SealingPass } from './sealing-pass.ts';

/** How far a pass is, under the rules of today. */
export const sealingProgress = (pass: SealingPass, redact: readonly RedactRule[]): SealingProgress => ({
  isCurrent: hasRules(pass, sealRuleDigests(redact)),
  isRunning: pass.dueAt !== null,
  startedAt: pass.startedAt,
  at: pass.at,
  cases: pass.cases,
  sealed: pass.sealed,
  missed: pass.missed,
  isAtLeast: pass.isAtLeast,
  faults: pass.faults,
});
