import { analysesBinding } from '../../analysis/services.ts';
import { addCompareRule, removeCompareRule } from '../../compare/api/compare-rules.ts';
import { exportRules, importRules } from '../../compare/api/rule-exchange.ts';
import { compareServices } from '../../compare/services.ts';
import { asks } from '../../composition/aws/api-application.ts';
import { apiFunction } from '../../composition/aws/api-function.ts';
import { suggestionsBinding } from '../../noise/services.ts';
import { blobs } from '../../platform/aws/ports/blobs.ts';
import { keys } from '../../platform/aws/ports/keys.ts';
import { table } from '../../platform/aws/ports/table.ts';
import { workflows } from '../../platform/aws/ports/workflows.ts';
import { hasRunsBinding } from '../../replay/services.ts';
import { findings } from '../capability.ts';

/** What answers for this capability. */
export const api = {
  capability: findings,
  ports: { table, blobs, keys, workflows },
  bindings: [hasRunsBinding, suggestionsBinding, analysesBinding],
  asks: [asks(compareServices, addCompareRule, removeCompareRule, exportRules, importRules)],
};

export const handler = apiFunction(api);
