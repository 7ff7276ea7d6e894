import { isAppId } from '../../applications/domain/app-id.ts';
import { type Endpoint, failure, failureOf, JSON_BODY, ok, plainErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { badParameter } from '../../platform/http/page-request.ts';
import type { CompareServices } from '../composition.ts';
import { BUILT_IN_RULES, isSwitchedOn } from '../domain/rules/built-in-rules.ts';
import { ruleAbout } from '../domain/rules/rule-about.ts';
import { parseCompareRule } from '../domain/rules/rules.ts';
import { compareRuleDocs, NO_RULE } from './compare-rules.doc.ts';
import { TOO_MANY_RULES } from './parts/rule-refusals.ts';
import { ruleView } from './parts/shown-rule.ts';

const path = '/api/apps/{appId}/compare-rules';

/**
 * Lists the compare rules of an application: its own, then the built-in ones with whether they are enabled (interface
 * 11).
 */
export const listCompareRules: Endpoint<Pick<CompareServices, 'rules' | 'applications'>> = endpoint({
  method: 'GET',
  path,
  scope: 'read',
  errors: plainErrors,
  doc: compareRuleDocs.listCompareRules,

  async answer({ params: { appId = '' } }, { rules, applications }) {
    const [own, settings] = await Promise.all([rules.list(appId), applications.settings(appId)]);
    const builtIn = BUILT_IN_RULES.map((rule) => ({
      ...ruleView(rule),
      enabled: settings.compareHeaders && isSwitchedOn(settings, rule.ruleId),
    }));
    return ok({ items: [...own.map((rule) => ({ ...ruleView(rule), enabled: true })), ...builtIn], nextCursor: null });
  },
});

/** Adds a compare rule; when it responds, the rule is durable and findings reflect it. */
export const addCompareRule: Endpoint<Pick<CompareServices, 'rules' | 'audit' | 'newId' | 'now'>> = endpoint({
  method: 'POST',
  path,
  scope: 'write',
  audits: 'rule.added',
  body: JSON_BODY,
  errors: plainErrors,
  doc: compareRuleDocs.addCompareRule,

  async answer({ params: { appId = '' }, body, caller }, { rules, audit, newId, now }) {
    if (!isAppId(appId)) return badParameter('appId');
    const rule = parseCompareRule({
      operation: null,
      target: 'response',
      ...body,
      origin: 'person',
      ruleId: newId().slice(0, 24),
      createdBy: caller.name,
      createdAt: now(),
    });
    if (!rule.ok) return failure(400, rule.code, rule.message);
    if (!(await rules.add(appId, rule.value))) {
      return failureOf(TOO_MANY_RULES);
    }
    await audit.note(caller, 'rule.added', { appId, ruleId: rule.value.ruleId }, ruleAbout(rule.value));
    return { status: 201, body: ruleView(rule.value) };
  },
});

export const readOneCompareRule: Endpoint<Pick<CompareServices, 'rules'>> = endpoint({
  method: 'GET',
  path: `${path}/{ruleId}`,
  scope: 'read',
  errors: plainErrors,
  doc: compareRuleDocs.readCompareRule,

  async answer({ params }, { rules }) {
    const rule = await rules.find(params.appId ?? '', params.ruleId ?? '');
    return rule ? ok(ruleView(rule)) : failureOf(NO_RULE);
  },
});

export const removeCompareRule: Endpoint<Pick<CompareServices, 'rules' | 'audit'>> = endpoint({
  method: 'DELETE',
  path: `${path}/{ruleId}`,
  scope: 'write',
  audits: 'rule.removed',
  errors: plainErrors,
  doc: compareRuleDocs.removeCompareRule,

  async answer({ params: { appId = '', ruleId = '' }, caller }, { rules, audit }) {
    const rule = await rules.find(appId, ruleId);
    if (!(await rules.remove(appId, ruleId))) return failureOf(NO_RULE);
    await audit.note(caller, 'rule.removed', { appId, ruleId }, rule && ruleAbout(rule));
    return ok({ ruleId });
  },
});
