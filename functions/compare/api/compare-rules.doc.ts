import * as v from 'valibot';
import { answers, badParameterDoc, docs, json, named, refusal } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { Count, lists } from '../../platform/http/documents/shown-schemas.ts';
import type { CompareRuleKind } from '../domain/rules/rule-kind.ts';
import { INVALID_RULE, TOO_MANY_RULES } from './parts/rule-refusals.ts';
import { RULE_EXAMPLE, RULE_TO_ADD_EXAMPLE, RuleToAdd, ShownRule } from './parts/shown-rule.ts';
import { RuleDocument } from './rule-document.ts';

const Shown = named('CompareRule', ShownRule);

/** The refusal of an unknown rule. */
export const NO_RULE = refusal(404, 'NOT_FOUND', 'there is no such rule');
const enabled = v.boolean();

/** What a rule of each kind needs besides its path; null: nothing. */
const NEEDS: Readonly<Record<CompareRuleKind, string | null>> = {
  ignore: null,
  'ignore-order': null,
  'array-key':
    '`array-key` needs keys: the list becomes a keyed collection, whose elements are paired by key and whose order does not count.',
  tolerance: '`tolerance` needs tolerance.absolute or .relative,',
  'time-tolerance': '`time-tolerance` tolerance.ms.',
  'ignore-case': null,
  'null-is-absent': null,
  'include-only': null,
};

/** What the OpenAPI document says of compare rules (interface 11). */
export const compareRuleDocs = docs('Rules', {
  listCompareRules: {
    summary: 'List the rules of an application',
    description: 'Returns its own rules, then the built-in ones. `enabled` says whether a rule acts.',
    responses: lists(v.object({ ...ShownRule.entries, enabled }), { ...RULE_EXAMPLE, enabled: true }),
  },
  addCompareRule: {
    summary: 'Add a rule',
    description: [
      'When the response arrives, the rule is durable and findings reflect it.',
      ...Object.values(NEEDS).filter((needs) => needs !== null),
    ].join(' '),
    request: json(RuleToAdd, RULE_TO_ADD_EXAMPLE),
    responses: { 201: json(Shown, RULE_EXAMPLE) },
    refusals: [badParameterDoc('appId'), INVALID_RULE, TOO_MANY_RULES],
  },
  readCompareRule: { summary: 'Read a rule', responses: answers(Shown, RULE_EXAMPLE), refusals: [NO_RULE] },
  removeCompareRule: {
    summary: 'Remove a rule',
    responses: answers(v.object({ ruleId: v.string() }), { ruleId: EXAMPLE.ruleId }),
    refusals: [NO_RULE],
  },
  exportCompareRules: {
    summary: 'Export the rules of an application',
    responses: answers(v.object({ version: v.literal(1), rules: v.array(Shown) }), {
      version: 1,
      rules: [RULE_EXAMPLE],
    }),
  },
  importCompareRules: {
    summary: 'Import exported rules',
    description:
      'Rules with the same ids are replaced. A `ruleId` has 1 to 128 of `A-Z a-z 0-9 . _ : -`, and is neither `.` nor `..`. Either all rules are added, or none if one is invalid. They belong to the caller: `createdBy`, `createdAt` and `origin` of the document are ignored.',
    request: json(RuleDocument, { version: 1, rules: [RULE_TO_ADD_EXAMPLE] }),
    responses: answers(v.object({ added: Count, replaced: Count }), { added: 1, replaced: 0 }),
    refusals: [
      badParameterDoc('appId'),
      refusal(400, 'INVALID_IMPORT', 'rules must be a list'),
      refusal(400, 'INVALID_RULE', 'rules[0]: path is missing or invalid'),
      TOO_MANY_RULES,
    ],
  },
});
