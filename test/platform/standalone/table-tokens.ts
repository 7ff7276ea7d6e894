import { openTable } from '../../../functions/platform/standalone/table.ts';
import { taskTokens } from '../../../functions/platform/standalone/workflows/task-tokens.ts';
import { newId } from '../../support/test-random.ts';

/** Task tokens of a run, in a table of their own. */
export const tableTokens = (now: () => number) => taskTokens({ table: openTable(':memory:', now), now, newId });
