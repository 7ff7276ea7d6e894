import * as v from 'valibot';
import { RULE_EXAMPLE, ShownRule } from '../../compare/api/compare-rules.doc.ts';
import { type EndpointDoc, json } from '../../platform/http/documents/endpoint-doc.ts';
import { Count, listExample, listOf } from '../../platform/http/documents/shown-schemas.ts';
import { NO_PLAN, NOT_COMPLETED } from '../../replay/api/plans.doc.ts';

/** Interface 11: what each rule took out of a run. */
export const readRuleUseDoc: EndpointDoc = {
  id: 'readRuleUse',
  tag: 'Rules',
  summary: 'Show what each rule removes from a run',
  description:
    '`unused` rules never matched. For array-key rules, which remove nothing, all three are null. Built-in rules are listed if they removed something.',
  responses: {
    200: json(
      listOf(
        v.object({
          ...ShownRule.entries,
          requests: v.nullable(Count),
          fields: v.nullable(Count),
          unused: v.nullable(v.boolean()),
        }),
      ),
      listExample({ ...RULE_EXAMPLE, requests: 30, fields: 1, unused: false }),
    ),
  },
  refusals: [NO_PLAN, NOT_COMPLETED],
};
