import { html } from 'hono/html';
import type { Html, PageRequest } from '../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../platform/pages-shell/application-layout.ts';
import { visible } from '../../platform/pages-shell/visible-text.ts';
import type { ImportAnswer, ImportedRule } from './import-answer.ts';

const MAX_SHOWN = 20;

/** The ignore rules of a file and what becomes of them; null for a file without rules. */
export function importedRules(
  request: PageRequest,
  { rules, preview }: Pick<ImportAnswer, 'rules' | 'preview'>,
  appId: string | null = null,
): Html | null {
  if (rules === undefined) return null;
  const { storedRules, offered } = rules;
  if (storedRules.length > 0) {
    const rulesPage = appId !== null && html` <a href="${applicationPath(appId)}/rules">Show rules</a>`;
    return html`<p>Ignore rules stored: ${storedRules.length}.${rulesPage}</p>${list(storedRules)}`;
  }
  if (!request.may('write'))
    return html`<p>Ignore rules not stored: ${offered.length}. The scope write is required.</p>${list(offered)}`;
  return preview === undefined
    ? html`<p>Ignore rules not stored: ${offered.length}. The application would have too many rules.</p>${list(offered)}`
    : html`<p>Ignore rules that would be stored: ${offered.length}.</p>${list(offered)}`;
}

const list = (rules: readonly ImportedRule[]): Html =>
  html`<ul>${rules.slice(0, MAX_SHOWN).map(entry)}</ul>${rules.length > MAX_SHOWN && html`<p>And ${rules.length - MAX_SHOWN} more.</p>`}`;

const entry = ({ operation, target, path }: ImportedRule): Html =>
  html`<li><code>${visible(path)}</code> in ${target === 'response-headers' ? 'headers' : 'the body'} of ${operation === null ? 'every endpoint' : html`<code>${visible(operation)}</code>`}</li>`;
