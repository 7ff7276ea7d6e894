import type { Construct } from 'constructs';
import { console as consoleCapability } from '../../functions/console/capability.ts';
import { evaluation } from '../../functions/evaluation/capability.ts';
import { recordings } from '../../functions/recordings/capability.ts';
import { grantUses, type Stores } from './function-rights.ts';
import type { ServiceFunctionSurroundings } from './service-function.ts';
import { Ticker } from './ticker.ts';

/** The id of each ticker in the stack, its function, and the rights of this. */
const TICKERS = [
  // What is due of online policies and backfills (evaluation 3.15).
  ['PolicyTicker', 'evaluation/policy-ticker', 'TickPolicies', evaluation.functions['policy-ticker']],
  ['RetentionTicker', 'console/retention-ticker', 'ApplyRetention', consoleCapability.functions['retention-ticker']],
  ['SealingTicker', 'recordings/sealing-ticker', 'SealStored', recordings.functions['sealing-ticker']],
] as const;

/** The functions that do each minute what is due in the table. */
export const workTickers = (
  scope: Construct,
  surroundings: ServiceFunctionSurroundings,
  stores: Stores,
): readonly Ticker[] =>
  TICKERS.map(([id, entry, name, uses]) => {
    const ticker = new Ticker(scope, id, { ...surroundings, entry, name });
    grantUses(ticker.function, uses, stores);
    return ticker;
  });
