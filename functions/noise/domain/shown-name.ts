import { randomId } from '../../compare/domain/generated/random-id.ts';
import { isSensitiveValue } from '../../compare/domain/sensitive-field.ts';

/** Replaces a name that may be data: map keys may be ids or addresses. */
const HIDDEN = '<name>';

const WORD = /^[\p{L}_$@][\p{L}\p{N}\p{M}_$@.:-]{0,63}$/u;
/** Digits of ids and numbers, an email address, a URL. */
const DATA = /\d{5}|.@.|:\/\//;

const isShown = (name: string) =>
  WORD.test(name) && !DATA.test(name) && randomId(name, 'id') === null && !isSensitiveValue(name);

/** A member's name as a language model may see it: unchanged if it is a word, otherwise a placeholder. */
export const shownName = (name: string): string => (isShown(name) ? name : HIDDEN);

/** A normalised path, or another subject of a difference, without names that may be data. */
export function shownPath(subject: string): string {
  return subject
    .replaceAll(/\['((?:[^'\\]|\\.)*)'\]/g, (_, name: string) => `['${shownName(name)}']`)
    .split(/(\['[^\]]*'\]|[.[\]])/)
    .map((part, index) => (index % 2 === 1 || /^(\*|\d{0,4})$/.test(part) ? part : shownName(part)))
    .join('')
    .slice(0, MAX_PATH_LENGTH);
}

const MAX_PATH_LENGTH = 300;
const MAX_OPERATION_LENGTH = 200;

/**
 * An endpoint, or the target and operation of a downstream call, without its query and without words that may be data.
 */
export function shownOperation(text: string): string {
  return text
    .replace(/\?.*$/s, '')
    .replaceAll(/'[^']*'|"[^"]*"/g, HIDDEN)
    .split(/([\s/,;=()]+)/)
    .map((part, index) =>
      index % 2 === 1 || /^\{[\w-]{1,40}\}$|^\W{0,3}$|^v?\d{1,3}$/.test(part) ? part : shownName(part),
    )
    .join('')
    .replaceAll(/\s+/g, ' ')
    .slice(0, MAX_OPERATION_LENGTH);
}
