import { ofKnownApplication } from '../../applications/pages/parts/known-application.ts';
import type { Page } from '../../platform/http/pages/page-route.ts';
import type { FindingServices } from '../composition.ts';
import { expectedPage, removeExpected } from './expected/expected.ts';
import { addRule, importRulesPage, removeRule, restoreRule } from './rules/change-rules.ts';
import { exportRulesPage, rulesPage } from './rules/rules.ts';

const PAGES: readonly Page<FindingServices>[] = [
  rulesPage,
  exportRulesPage,
  addRule,
  removeRule,
  restoreRule,
  importRulesPage,
  expectedPage,
  removeExpected,
];

/** Compare rules of an application, what they would change, and what is expected. */
export const pages: readonly Page<FindingServices>[] = PAGES.map((page) => ofKnownApplication(page));
