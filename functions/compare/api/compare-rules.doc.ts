import * as v from 'valibot';
import { FindingsState } from '../../findings/domain/findings.ts';
import { badParameterDoc, type EndpointDoc, json, named, refusal } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { Count, listExample, listOf, Time } from '../../platform/http/documents/shown-schemas.ts';
import { NO_PLAN, NOT_COMPLETED } from '../../replay/api/plans.doc.ts';
import { Kind } from '../domain/kinds.ts';
import { CompareRule, RuleBody } from '../domain/rules/rules.ts';
import { MOST_RULES } from '../store/rules.ts';
import { RuleDocument } from './rule-document.ts';

const rule = v.object({ ...CompareRule.entries, createdAt: Time });
const Shown = named('CompareRule', rule);
const Body = named('CompareRuleToAdd', RuleBody);

const RULE: v.InferOutput<typeof rule> = {
  ...{ ruleId: EXAMPLE.ruleId, kind: 'ignore', operation: EXAMPLE.operation, target: 'response' },
  ...{ path: 'requestedAt', origin: 'person', comment: 'differs each time' },
  ...{ createdBy: EXAMPLE.userName, createdAt: EXAMPLE.time },
};
const BODY = { kind: 'ignore', operation: EXAMPLE.operation, path: 'requestedAt', comment: 'differs each time' };

const INVALID_RULE = refusal(400, 'INVALID_RULE', 'path is missing or has an unusable value');
const NO_RULE = refusal(404, 'NOT_FOUND', 'there is no such rule');
const TOO_MANY = refusal(409, 'TOO_MANY_RULES', `an application has at most ${MOST_RULES} rules`);
const enabled = v.boolean();

/** Interface 11. */
export const listCompareRulesDoc: EndpointDoc = {
  id: 'listCompareRules',
  tag: 'Compare rules',
  summary: 'Compare rules of an application',
  description: 'Its own and then the built-in ones, with whether they act.',
  responses: {
    200: json(listOf(v.object({ ...rule.entries, enabled })), listExample({ ...RULE, enabled: true })),
  },
};

/** Interface 11. */
export const addCompareRuleDoc: EndpointDoc = {
  id: 'addCompareRule',
  tag: 'Compare rules',
  summary: 'Add a compare rule',
  description:
    'It is durable, and findings reflect it, when this answers. `array-key` needs keys; `tolerance` needs tolerance.absolute or .relative, `time-tolerance` tolerance.ms.',
  request: json(Body, BODY),
  responses: { 201: json(Shown, RULE) },
  refusals: [badParameterDoc('appId'), INVALID_RULE, TOO_MANY],
};

/** Interface 11. */
export const readOneCompareRuleDoc: EndpointDoc = {
  id: 'readCompareRule',
  tag: 'Compare rules',
  summary: 'One compare rule',
  responses: { 200: json(Shown, RULE) },
  refusals: [NO_RULE],
};

/** Interface 11. */
export const removeCompareRuleDoc: EndpointDoc = {
  id: 'removeCompareRule',
  tag: 'Compare rules',
  summary: 'Remove a compare rule',
  responses: { 200: json(v.object({ ruleId: v.string() }), { ruleId: EXAMPLE.ruleId }) },
  refusals: [NO_RULE],
};

/** Interface 11. */
export const exportRulesDoc: EndpointDoc = {
  id: 'exportCompareRules',
  tag: 'Compare rules',
  summary: 'All rules of an application as one document',
  responses: {
    200: json(v.object({ version: v.literal(1), rules: v.array(Shown) }), { version: 1, rules: [RULE] }),
  },
};

/** Interface 11. */
export const importRulesDoc: EndpointDoc = {
  id: 'importCompareRules',
  tag: 'Compare rules',
  summary: 'Add the rules of such a document',
  description:
    'Rules of the same ids are replaced; a `ruleId` is 1 to 128 of `A-Z a-z 0-9 . _ : -`, neither `.` nor `..`. All are added, or none where one cannot be used. They are of whoever brings them in, from now on: `createdBy`, `createdAt` and `origin` of the document are passed over.',
  request: json(RuleDocument, { version: 1, rules: [BODY] }),
  responses: { 200: json(v.object({ added: Count, replaced: Count }), { added: 1, replaced: 0 }) },
  refusals: [
    badParameterDoc('appId'),
    refusal(400, 'INVALID_IMPORT', 'rules must be a list'),
    refusal(400, 'INVALID_RULE', 'rules[0]: path is missing or has an unusable value'),
    TOO_MANY,
  ],
};

const Summary = named(
  'FindingsSummary',
  v.object({
    state: FindingsState,
    needsActionInterfaces: Count,
    toReviewInterfaces: Count,
    interfacesUnchanged: Count,
    failedRequests: Count,
    excludedFieldCount: Count,
  }),
);
const Shift = v.object({ kind: Kind, subject: v.string(), operationName: v.string(), affectedRequests: Count });
const summary = (state: string, interfaces: number, failed: number, excluded: number) => ({
  ...{ state, needsActionInterfaces: interfaces, toReviewInterfaces: 0, interfacesUnchanged: 2 - interfaces },
  ...{ failedRequests: failed, excludedFieldCount: excluded },
});

/** Interface 11. */
export const previewRuleDoc: EndpointDoc = {
  id: 'previewCompareRule',
  tag: 'Compare rules',
  summary: 'What a rule would change in a finished run',
  description:
    'Nothing is saved. `requests`: stored answers that were compared again; `cut`: there were more than may be.',
  query: { planId: { schema: v.string(), description: 'The run.', example: EXAMPLE.planId, required: true } },
  request: json(Body, BODY),
  responses: {
    200: json(
      v.object({
        ...{ before: Summary, after: Summary, removed: v.array(Shift), added: v.array(Shift) },
        ...{ requests: Count, cut: v.boolean() },
      }),
      {
        before: summary('NEEDS_ACTION', 1, 12, 0),
        after: summary('CLEAN', 0, 0, 1),
        removed: [
          { kind: 'FIELD_VALUE', subject: 'requestedAt', operationName: EXAMPLE.operation, affectedRequests: 12 },
        ],
        ...{ added: [], requests: 12, cut: false },
      },
    ),
  },
  refusals: [
    INVALID_RULE,
    refusal(400, 'INVALID_QUERY', 'planId must be a plan of this application'),
    refusal(404, 'NOT_FOUND', 'planId: there is no such plan'),
    NOT_COMPLETED,
  ],
};

/** Interface 11: what each rule took out of a run. */
export const readRuleUseDoc: EndpointDoc = {
  id: 'readRuleUse',
  tag: 'Compare rules',
  summary: 'What today’s rules took out of a run',
  description:
    '`unused`: it never matched. Of an array-key rule, which takes nothing out, all three are null. Built-in rules are listed where they took something out.',
  responses: {
    200: json(
      listOf(
        v.object({
          ...rule.entries,
          ...{ requests: v.nullable(Count), fields: v.nullable(Count), unused: v.nullable(v.boolean()) },
        }),
      ),
      listExample({ ...RULE, requests: 30, fields: 1, unused: false }),
    ),
  },
  refusals: [NO_PLAN, NOT_COMPLETED],
};
