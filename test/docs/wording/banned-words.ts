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

/** Phrases that comments and titles of tests avoid besides, each with what to write instead. */
const BANNED_PHRASES: typeof BANNED = [
  [/(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more\b)[a-z]/i, 'is not a …'],
  [/(?<!\bthere )\b(?:is|are|was|were) none\b/i, 'is not a …'],
  [/\bnothing but\b/i, 'only'],
  [/\bgo(?:es|ing)? on\b(?! nowhere)/i, 'continue'],
  [/\bat one time\b/i, 'at the same time'],
  [/(?<!\bthe )\bmeanwhile\b/i, 'in the meantime'],
  [/\bcomes? twice\b/i, 'is repeated'],
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
export const bannedInSource = (text: string): string[] => wordsIn(text, [...BANNED, ...BANNED_PHRASES]);

/** Whether a source has such a word anywhere, also across lines of a comment; most have none and need no parsing. */
export const mayHaveBanned = (source: string): boolean => {
  const joined = source.replace(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ');
  return [...BANNED, ...BANNED_PHRASES].some(([word]) => word.test(joined));
};
