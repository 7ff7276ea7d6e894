import { faultsBy } from './text-words.ts';

/** Phrases that documents avoid, each with what to write instead. */
const DOCUMENT_PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bat once\b/i, 'immediately, together'],
  [/\bby (?:itself|themselves)\b/i, 'automatically, separately'],
  [/\bmeanwhile\b/i, 'in the meantime, during …'],
  [/\bin all\b(?= [|,.);]|[,.);])/i, 'in total'],
  [/(?<!\bthere )\b(?:is|are) no (?!longer\b|more\b)[a-z]/i, 'is not a …'],
  [/\b(?:is|are|was) none\b/i, 'does not count, name the thing'],
  [/\bgo(?:es)? on\b/i, 'continue'],
  [/\bbegun\b/i, 'started'],
  [/\bsomebody\b|\banybody\b|\beverybody\b/i, 'another user, anyone'],
  [/\btaken? in\b/i, 'received, stored'],
  [/\bof before\b/i, 'earlier'],
  [/\bas it should be\b/i, 'valid, as expected'],
  [/\b(?:broken|broke) off\b/i, 'aborted'],
  [/\bat one time\b/i, 'at the same time'],
  [/\bhas to be\b/i, 'must be'],
  [/\bof another (?!process\b|one\b)[a-z]/i, 'of a different …'],
];

/** The phrases of a line of a document that no document uses. Addresses do not count. */
export const documentPhrasesIn = (line: string): string[] =>
  faultsBy(DOCUMENT_PHRASES, line.replace(/\]\([^)]*\)/g, ']'));
