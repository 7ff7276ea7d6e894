import type * as v from 'valibot';
import { JSON_PATH_FORM } from '../../platform/json/json-path.ts';

/** What a refusal says of a member of a change of settings. */
export function settingsMessage(issue: v.BaseIssue<unknown>): string {
  const [field, entry, member] = (issue.path ?? []).map(({ key }) => key);
  if (field === 'login' && entry === 'token' && member === 'path') return `login.token.path must be ${JSON_PATH_FORM}`;
  return field === 'redact' && member === 'path' && typeof issue.input === 'string'
    ? `redact[${entry}].path must be ${JSON_PATH_FORM}`
    : `${fieldOf(issue)} ${issue.message.startsWith('must be ') ? issue.message : 'is invalid'}`;
}

/** Names our own members only: what is under `set` belongs to the caller. */
function fieldOf(issue: v.BaseIssue<unknown>): string {
  const names = (issue.path ?? []).map(({ key }) => key).filter((key) => typeof key === 'string');
  const isDeep = names[0] === 'login' || (names[0] === 'replay' && names[1] === 'headers');
  const own = names.slice(0, isDeep ? 3 : 2);
  // Targets have names of the caller's own.
  if (names[0] === 'mocks') return names.slice(0, 2).join('.');
  if (names[0] === 'redact' || names[0] === 'builtInRules') return names[0];
  return own.join('.') || 'the body';
}
