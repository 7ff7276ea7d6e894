import * as v from 'valibot';
import { badParameterDoc, type EndpointDoc, json, named, refusal } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { Count, listExample, listOf, Time } from '../../platform/http/documents/shown-schemas.ts';
import type { CompareRuleKind } from '../domain/rules/rule-kind.ts';
import { CompareRule, RuleBody } from '../domain/rules/rules.ts';
import { MAX_RULES } from '../store/rules.ts';
import { RuleDocument } from './rule-document.ts';

/** A compare rule as answers show it. */
export const ShownRule = v.object({ ...CompareRule.entries, createdAt: Time });
const Shown = named('CompareRule', ShownRule);
/** A compare rule as requests send it. */
export const RuleToAdd = named('CompareRuleToAdd', RuleBody);

/** An example of a rule as answers show it. */
export const RULE_EXAMPLE: v.InferOutput<typeof ShownRule> = {
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

/** The refusal of a rule that cannot be used. */
export const INVALID_RULE = refusal(400, 'INVALID_RULE', 'path is missing or invalid');
const NO_RULE = refusal(404, 'NOT_FOUND', 'there is no such rule');
const TOO_MANY = refusal(409, 'TOO_MANY_RULES', `an application has at most ${MAX_RULES} rules`);
const enabled = v.boolean();

/** Documentation of the endpoint that lists compare rules (interface 11). */
export const listCompareRulesDoc: EndpointDoc = {
  id: 'listCompareRules',
  tag: 'Rules',
  summary: 'List the rules of an application',
  description: 'Returns its own rules, then the built-in ones. `enabled` says whether a rule acts.',
  responses: {
    200: json(listOf(v.object({ ...ShownRule.entries, enabled })), listExample({ ...RULE_EXAMPLE, enabled: true })),
  },
};

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

/** Interface 11. */
export const addCompareRuleDoc: EndpointDoc = {
  id: 'addCompareRule',
  tag: 'Rules',
  summary: 'Add a rule',
  description: [
    'When the response arrives, the rule is durable and findings reflect it.',
    ...Object.values(NEEDS).filter((needs) => needs !== null),
  ].join(' '),
  request: json(RuleToAdd, RULE_TO_ADD_EXAMPLE),
  responses: { 201: json(Shown, RULE_EXAMPLE) },
  refusals: [badParameterDoc('appId'), INVALID_RULE, TOO_MANY],
};

/** Documentation of the endpoint that reads one compare rule (interface 11). */
export const readOneCompareRuleDoc: EndpointDoc = {
  id: 'readCompareRule',
  tag: 'Rules',
  summary: 'Read a rule',
  responses: { 200: json(Shown, RULE_EXAMPLE) },
  refusals: [NO_RULE],
};

/** Documentation of the endpoint that removes a compare rule (interface 11). */
export const removeCompareRuleDoc: EndpointDoc = {
  id: 'removeCompareRule',
  tag: 'Rules',
  summary: 'Remove a rule',
  responses: { 200: json(v.object({ ruleId: v.string() }), { ruleId: EXAMPLE.ruleId }) },
  refusals: [NO_RULE],
};

/** Documentation of the endpoint that exports rules (interface 11). */
export const exportRulesDoc: EndpointDoc = {
  id: 'exportCompareRules',
  tag: 'Rules',
  summary: 'Export the rules of an application',
  responses: {
    200: json(v.object({ version: v.literal(1), rules: v.array(Shown) }), { version: 1, rules: [RULE_EXAMPLE] }),
  },
};

/** Documentation of the endpoint that imports rules (interface 11). */
export const importRulesDoc: EndpointDoc = {
  id: 'importCompareRules',
  tag: 'Rules',
  summary: 'Import exported rules',
  description:
    'Rules with the same ids are replaced. A `ruleId` has 1 to 128 of `A-Z a-z 0-9 . _ : -`, and is neither `.` nor `..`. Either all rules are added, or none if one is invalid. They belong to the caller: `createdBy`, `createdAt` and `origin` of the document are ignored.',
  request: json(RuleDocument, { version: 1, rules: [RULE_TO_ADD_EXAMPLE] }),
  responses: { 200: json(v.object({ added: Count, replaced: Count }), { added: 1, replaced: 0 }) },
  refusals: [
    badParameterDoc('appId'),
    refusal(400, 'INVALID_IMPORT', 'rules must be a list'),
    refusal(400, 'INVALID_RULE', 'rules[0]: path is missing or invalid'),
    TOO_MANY,
  ],
};
