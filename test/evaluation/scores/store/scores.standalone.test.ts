import { openTable } from '../../../../functions/platform/standalone/table.ts';
import { SCORES_AT, scoresContract } from './scores.contract.ts';

scoresContract(async () => openTable(':memory:', () => SCORES_AT), [1, 91, 501, 5001]);
