import * as v from 'valibot';
import { isAppId } from '../../applications/domain/app-id.ts';
import { type Caller, type Endpoint, failure, failureOf, JSON_BODY, ok, plainErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { badParameter } from '../../platform/http/page-request.ts';
import type { CompareServices } from '../composition.ts';
import { isBuiltInId } from '../domain/rules/built-in-rules.ts';
import { importAbout } from '../domain/rules/import-about.ts';
import { type CompareRule, parseCompareRule } from '../domain/rules/rules.ts';
import { compareRuleDocs } from './compare-rules.doc.ts';
import { TOO_MANY_RULES } from './parts/rule-refusals.ts';
import { ruleView } from './parts/shown-rule.ts';
import { RuleDocument } from './rule-document.ts';

const path = '/api/apps/{appId}/compare-rules';
const VERSION = 1;

/** Exports all rules of an application as one JSON document, for backup or for another application (interface 11). */
export const exportRules: Endpoint<Pick<CompareServices, 'rules'>> = endpoint({
  method: 'GET',
  path: `${path}/export`,
  scope: 'read',
  errors: plainErrors,
  doc: compareRuleDocs.exportCompareRules,
  answer: async ({ params }, { rules }) =>
    ok({ version: VERSION, rules: (await rules.list(params.appId ?? '')).map(ruleView) }),
});

/**
 * Adds the rules of an exported document and replaces those with the same ids: all of them, or none if one is invalid.
 */
export const importRules: Endpoint<Pick<CompareServices, 'rules' | 'audit' | 'newId' | 'now'>> = endpoint({
  method: 'POST',
  path: `${path}/import`,
  scope: 'write',
  audits: 'rules.imported',
  body: JSON_BODY,
  errors: plainErrors,
  doc: compareRuleDocs.importCompareRules,

  async answer({ params: { appId = '' }, body, caller }, { rules, audit, newId, now }) {
    if (!isAppId(appId)) return badParameter('appId');
    if (!v.is(RuleDocument.entries.version, body.version)) return invalid('version must be 1');
    if (!Array.isArray(body.rules)) return invalid('rules must be a list');
    if (!v.is(RuleDocument.entries.rules, body.rules)) return tooMany;
    const given = new Map<string, CompareRule>();
    for (const [index, one] of body.rules.entries()) {
      const rule = parseImported(one, { ruleId: newId().slice(0, 24), caller, now: now() });
      if (!rule.ok) return failure(400, rule.code, `rules[${index}]: ${rule.message}`);
      if (isBuiltInId(rule.value.ruleId)) return invalid(`rules[${index}]: ruleId belongs to a built-in rule`);
      if (given.has(rule.value.ruleId)) return invalid(`rules[${index}]: ruleId is repeated`);
      given.set(rule.value.ruleId, rule.value);
    }
    const counts = await rules.import(appId, newId(), [...given.values()]);
    if (counts === null) return tooMany;
    await audit.note(caller, 'rules.imported', { appId, ...counts }, importAbout(counts));
    return ok(counts);
  },
});

/**
 * Parses a rule of a document as created now by the caller: a file cannot attribute a rule to another person or to
 * noise reduction.
 */
function parseImported(input: unknown, { ruleId, caller, now }: { ruleId: string; caller: Caller; now: number }) {
  const given = typeof input === 'object' && input !== null ? input : {};
  return parseCompareRule({
    ruleId,
    operation: null,
    target: 'response',
    ...given,
    origin: 'person',
    createdBy: caller.name,
    createdAt: now,
  });
}

const invalid = (message: string) => failure(400, 'INVALID_IMPORT', message);
const tooMany = failureOf(TOO_MANY_RULES);
