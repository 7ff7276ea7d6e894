import * as v from 'valibot';
import { MAX_RULES } from '../store/rule-import.ts';

/** Exported and imported rules (interface 11); each rule is parsed separately. */
export const RuleDocument = v.object({
  version: v.literal(1),
  rules: v.pipe(
    v.array(v.unknown()),
    v.maxLength(MAX_RULES),
    v.description('Rules as exported or as added. Missing members have the defaults of a new rule.'),
  ),
});
