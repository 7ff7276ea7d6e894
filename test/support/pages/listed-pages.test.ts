import { expect, test } from 'vitest';
import { CAPABILITIES } from '../../../functions/composition/capabilities.ts';
import { CONSOLE_PAGES } from './console-pages.ts';
import { EVALUATION_PAGES } from './evaluation-pages.ts';
import { REPORT_PAGES } from './report-pages.ts';

/** Addresses that answer with a file, or lead to another page. */
const NO_PAGES = [
  '/console/login/oauth/{oauthType}',
  '/console/login/callback',
  '/console/cases/{caseId}/body',
  '/console/audit/file',
  '/console/logs/file',
  '/console/apps/{appId}/rules/export',
  '/console/first-run/next',
  '/report/{planId}/requests-file',
  '/report/{planId}/export/{format}',
];

/** A route without the names of its values. */
const shapeOf = (route: string) => route.replaceAll(/\{\w+\}/g, '{}');

test('the tests of accessibility open every page', () => {
  const listed = [...CONSOLE_PAGES, ...REPORT_PAGES, ...EVALUATION_PAGES].map(({ route }) => route);
  const pages = CAPABILITIES.flatMap(({ pages: own }) => own)
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => path);
  const known = (routes: readonly string[]) => [...new Set(routes.map(shapeOf))].sort();
  expect(known([...listed, ...NO_PAGES])).toEqual(known(pages));
});
