import { compareText } from '../../platform/values/text-order.ts';
import type { Table } from '../../platform/world.ts';
import { type ExpectedChange, MAX_EXPECTED } from '../domain/expected/expected-change.ts';
import type { RuleRows } from './rule-rows.ts';

/** Stores the changes that people expect of an application, as rows beside its rules: sk `RULE#~<id>`. */
export const expectedRows = (table: Table, { keyOf, listAll, finishImport }: RuleRows) => ({
  /** By time, endpoint and subject. */
  async expected(appId: string): Promise<readonly ExpectedChange[]> {
    const { expected } = await listAll(appId);
    return expected.toSorted(
      (a, b) => a.createdAt - b.createdAt || compareText(a.operation, b.operation) || compareText(a.subject, b.subject),
    );
  },

  /**
   * Adds changes, all or none; false when the application would have more than the maximum, which two concurrent
   * additions may exceed.
   */
  async expect(appId: string, changes: readonly ExpectedChange[]): Promise<boolean> {
    await finishImport(appId);
    if ((await listAll(appId)).expected.length + changes.length > MAX_EXPECTED) return false;
    return table.transact(changes.map((change) => ({ put: { ...keyOf(appId, change.ruleId), ...change } })));
  },
});
