/** Words and phrases that texts, comments and titles of tests avoid, each with what to write instead. */
const BANNED: readonly (readonly [RegExp, string])[] = [
  [/\b(?:told|unless told|tells? of)\b/i, 'by default, state, notify'],
  [/\bwhoever\b/i, 'the caller, the user, users who'],
  [/\bnobody\b/i, 'no one, only …'],
  [/\b(?:he|his|him|himself)\b/i, 'they, the user'],
  [/\b(?:put|stand|wait)(?:s|ing)? in line\b/i, 'enqueue, queued'],
  [/\b(?:bring|brings|brought|bringing) in\b/i, 'import, add'],
  [/\bwhether or no\b/i, 'whether or not'],
  [/\banew\b/i, 'again'],
  [/\b(?:lest|thereof|wherefore|whence|thither)\b/i, 'so that … not, of it'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix, recover'],
  [/\bhears?\b/i, 'gets, receives, learns'],
  [/\bis begun\b/i, 'starts'],
  [/\band the like\b|\bor the like\b/i, 'and similar ones, such as'],
  [/\bvouch(?:es|ed)?\b/i, 'confirm'],
  [/\bstrangers?\b/i, 'another person, unknown'],
];

/** Words of the specification and of earlier versions, which sources may need and texts for users avoid. */
const BANNED_TERMS: typeof BANNED = [
  [/\brobots?\b/i, 'channel, bot'],
  [/\bmark(?:s|ed|ing)?(?: (?:a request|them|it|this|these))?(?: as)? passed\b/i, 'mark as expected'],
  [/\bcompare rules?\b/i, 'rule'],
  [/\breplay plans?\b/i, 'run'],
  [/\bdifference groups?\b/i, 'finding'],
];

const wordsIn = (text: string, words: typeof BANNED): string[] => {
  const prose = text.replace(/`[^`]*`/g, '').replace(/\]\([^)]*\)/g, ']');
  return words.flatMap(([word, instead]) => {
    const found = word.exec(prose)?.[0];
    return found === undefined ? [] : [`"${found}" (write: ${instead})`];
  });
};

/** The banned words of a text for users, each as it stands there. Code in backticks and addresses do not count. */
export const bannedIn = (text: string): string[] => wordsIn(text, [...BANNED, ...BANNED_TERMS]);

/** Those of a comment or of the title of a test. */
export const bannedInSource = (text: string): string[] => wordsIn(text, BANNED);
