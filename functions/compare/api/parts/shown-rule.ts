import * as v from 'valibot';
import { named } from '../../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../../platform/http/documents/path-parts.ts';
import { Time } from '../../../platform/http/documents/shown-schemas.ts';
import { isoText } from '../../../platform/time/iso-text.ts';
import { CompareRule, RuleBody } from '../../domain/rules/rules.ts';

/** A compare rule as answers show it. */
export const ShownRule = v.object({ ...CompareRule.entries, createdAt: Time });

export type ShownRule = v.InferOutput<typeof ShownRule>;

/** A rule as answers show it, with its time in ISO-8601. */
export const ruleView = ({ createdAt, ...rule }: CompareRule): ShownRule => ({
  ...rule,
  createdAt: isoText(createdAt),
});

/** A compare rule as requests send it. */
export const RuleToAdd = named('CompareRuleToAdd', RuleBody);

/** An example of a rule as answers show it. */
export const RULE_EXAMPLE: ShownRule = {
  ruleId: EXAMPLE.ruleId,
  kind: 'ignore',
  operation: EXAMPLE.operation,
  target: 'response',
  path: 'requestedAt',
  origin: 'person',
  comment: 'differs each time',
  createdBy: EXAMPLE.userName,
  createdAt: EXAMPLE.time,
};

/** An example of a rule as requests send it. */
export const RULE_TO_ADD_EXAMPLE = {
  kind: 'ignore',
  operation: EXAMPLE.operation,
  path: 'requestedAt',
  comment: 'differs each time',
};
