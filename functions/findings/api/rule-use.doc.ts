import * as v from 'valibot';
import { RULE_EXAMPLE, ShownRule } from '../../compare/api/parts/shown-rule.ts';
import { docs } from '../../platform/http/documents/endpoint-doc.ts';
import { Count, lists } from '../../platform/http/documents/shown-schemas.ts';
import { NO_PLAN, NOT_COMPLETED } from '../../replay/api/parts/run-refusals.ts';

/** What the OpenAPI document says of what rules took out of a run (interface 11). */
export const ruleUseDocs = docs('Rules', {
  readRuleUse: {
    summary: 'Show what each rule removes from a run',
    description:
      '`unused` rules never matched. For array-key rules, which remove nothing, all three are null. Built-in rules are listed if they removed something.',
    responses: lists(
      v.object({
        ...ShownRule.entries,
        requests: v.nullable(Count),
        fields: v.nullable(Count),
        unused: v.nullable(v.boolean()),
      }),
      { ...RULE_EXAMPLE, requests: 30, fields: 1, unused: false },
    ),
    refusals: [NO_PLAN, NOT_COMPLETED],
  },
});
