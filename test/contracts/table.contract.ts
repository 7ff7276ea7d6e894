import { tableBatchesContract } from './table-batches.contract.ts';
import { tableQueriesContract } from './table-queries.contract.ts';
import { tableRowsContract } from './table-rows.contract.ts';
import { type TableUnderTest, tableStage } from './table-stage.ts';

/** Contract of the Table port, for one driver. */
export function tableContract(open: () => Promise<TableUnderTest>): void {
  const stage = tableStage(open);
  tableRowsContract(stage);
  tableQueriesContract(stage);
  tableBatchesContract(stage);
}
