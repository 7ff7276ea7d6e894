import { createHash } from 'node:crypto';
import { type RedactRule, sealRules } from '../../../applications/domain/redact-rule.ts';

/** Short digests of the rules that seal, by which a pass says which ones it began with. */
export const sealRuleDigests = (rules: readonly RedactRule[]): string[] =>
  sealRules(rules).map((rule) => createHash('sha256').update(JSON.stringify(rule)).digest('hex').slice(0, 12));
