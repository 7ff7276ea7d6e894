import { applicationServices } from '../applications/composition.ts';
import { bind, type Composition } from '../platform/composition.ts';
import { sha256Hex } from '../platform/values/sha256.ts';
import { IMPORTED_RULES, RULES_OF_ENDPOINTS } from '../recordings/composition.ts';
import { importAbout } from './domain/rules/import-about.ts';
import { parseCompareRule } from './domain/rules/rules.ts';
import { expectationEnds } from './store/expectation-ends.ts';
import { ruleStore } from './store/rules.ts';

export interface CompareServices extends ReturnType<typeof compareServices> {}

/** Compare rules of applications. */
export function compareServices({ world, tenant, use }: Composition<'table' | 'blobs'>) {
  const below = use(applicationServices);
  return {
    ...below,
    ...world,
    rules: ruleStore({ ...world, applications: below.applications }, tenant),
    expectationEnds: expectationEnds(world.table, tenant),
  };
}

/** Stores the rules of imported files; ids follow from the rules, so that importing a file again adds none twice. */
export const importedRulesBinding = bind(IMPORTED_RULES, ({ use }: Composition<'table' | 'blobs'>) => {
  const { rules, audit, now, newId } = use(compareServices);
  return async (appId, given, caller) => {
    const read = given.flatMap((rule) => {
      const ruleId = `import-${sha256Hex(JSON.stringify([rule.operation, rule.target, rule.path])).slice(0, 24)}`;
      const parsed = parseCompareRule({ ...rule, ruleId, origin: 'person', createdBy: caller.name, createdAt: now() });
      return parsed.ok ? [parsed.value] : [];
    });
    const counts = await rules.import(appId, newId(), read);
    if (counts !== null) await audit.note(caller, 'rules.imported', { appId, ...counts }, importAbout(counts));
    return counts !== null;
  };
});

/** Lets rules follow endpoints that get other names. */
export const rulesOfEndpointsBinding = bind(RULES_OF_ENDPOINTS, ({ use }: Composition<'table' | 'blobs'>) => {
  const { rules } = use(compareServices);
  return {
    count: async (appId, operations) =>
      (await rules.list(appId)).filter(({ operation }) => operation !== null && operations.has(operation)).length,
    rename: (appId, names) => rules.rename(appId, names),
  };
});
