import type { Endpoint } from '../../platform/http/api.ts';
import type { CompareServices } from '../composition.ts';
import { addCompareRule, listCompareRules, readOneCompareRule, removeCompareRule } from './compare-rules.ts';
import { exportRules, importRules } from './rule-exchange.ts';

/** Compare rules (interface 11). */
export const endpoints: readonly Endpoint<CompareServices>[] = [
  listCompareRules,
  addCompareRule,
  readOneCompareRule,
  removeCompareRule,
  exportRules,
  importRules,
];
