import * as v from 'valibot';
import { partitionOf } from '../../../platform/values/families/row-families.ts';
import type { Item, World, Write } from '../../../platform/world.ts';
import { GateDecision } from '../../domain/gates/gate-decision.ts';

const PRIMARY = 'GATE#PRIMARY';
/** The first character of a ULID is 0 to 7. */
const FIRST = 'GATE#0';
const END = 'GATE#8';

/**
 * Gate decisions (evaluation 3.9, 4): pk `T#<tenant>#RUN#<id>`, sk `GATE#PRIMARY` or `GATE#<ULID>`; i1
 * `T#<tenant>#GDEC#<gate_decision_id>`. They are immutable and expire with their run.
 */
export function gateDecisionStore({ table }: Pick<World, 'table'>, tenant: string) {
  const pkOf = (runId: string) => partitionOf('runs', tenant, runId);
  const indexOf = (id: string) => partitionOf('gateDecisions', tenant, id);
  const read = (row: Item): GateDecision => v.parse(GateDecision, row);

  async function primary(runId: string): Promise<GateDecision | undefined> {
    const row = await table.get({ pk: pkOf(runId), sk: PRIMARY });
    return row && read(row);
  }

  /**
   * The writes that store a decision once. Those of a primary decision fail if the run already has one. `expiresAt` is
   * that of the run.
   */
  function writesOf(decision: GateDecision, expiresAt: number): Write[] {
    const { gate_decision_id: id, workflow_run_id: runId } = decision;
    const sk = decision.primary ? PRIMARY : `GATE#${id.slice('gdec_'.length)}`;
    const put = { pk: pkOf(runId), sk, i1pk: indexOf(id), i1sk: id, ...decision, expiresAt };
    return [{ put, when: 'absent' }];
  }

  return {
    writesOf,
    primary,

    /** Stores a re-evaluation, a decision other than the primary one. */
    async add(decision: GateDecision, expiresAt: number): Promise<void> {
      if (!(await table.transact(writesOf(decision, expiresAt)))) throw new Error('an id came twice');
    },

    async find(id: string): Promise<GateDecision | undefined> {
      const { items } = await table.query({ index: 'i1', pk: indexOf(id), limit: 1 });
      return items[0] && read(items[0]);
    },

    /** Decisions of a run, newest first, so the primary one is last. `after`: `next` of the previous page. */
    async page(
      runId: string,
      { after, limit }: { after: string | null; limit: number },
    ): Promise<{ items: GateDecision[]; next: string | null }> {
      const query = { pk: pkOf(runId), from: FIRST, to: after ?? END, descending: true, limit: limit + 1 };
      const rows = (await table.query(query)).items;
      if (rows.length <= limit) {
        const first = await table.get({ pk: pkOf(runId), sk: PRIMARY });
        if (first) rows.push(first);
      }
      const shown = rows.slice(0, limit);
      return { items: shown.map(read), next: rows.length > limit ? (shown.at(-1)?.sk ?? null) : null };
    },
  };
}
