import { analysesBinding } from '../../../analysis/composition.ts';
import { addCompareRule, removeCompareRule } from '../../../compare/api/compare-rules.ts';
import { exportRules, importRules } from '../../../compare/api/rule-exchange.ts';
import { compareServices } from '../../../compare/composition.ts';
import { findings } from '../../../findings/capability.ts';
import { suggestionsBinding } from '../../../noise/composition.ts';
import { hasRunsBinding, tabCountsBinding } from '../../../replay/composition.ts';
import { asks, declared } from '../api-application.ts';
import { stepsOf } from '../step-function.ts';

/** What answers for this capability. */
export const api = () =>
  declared({
    capability: findings,
    bindings: [hasRunsBinding, tabCountsBinding, suggestionsBinding, analysesBinding],
    asks: [asks(compareServices, addCompareRule, removeCompareRule, exportRules, importRules)],
  });

/** What runs its steps. */
export const steps = () => stepsOf({ capability: findings, bindings: [suggestionsBinding, analysesBinding] });
