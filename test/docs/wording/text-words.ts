/** Phrases that texts of the service avoid besides the banned words, each with what to write instead. */
const BANNED_PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bunusable\b/i, 'invalid'],
  [/\bcannot be used\b/i, 'is invalid'],
  [/\bat one time\b/i, 'at the same time, concurrency'],
  [/\bpatience\b/i, 'timeout'],
  [/\bmost [a-z]+ (?:a|an|per|of an?) /i, 'max … per'],
  [/\b(?:requests|runs|cases|recordings|times) an? (?:second|minute|hour|day)\b/i, 'per second'],
  [/\bone a line\b/i, 'one per line'],
  [/\bgo(?:es)? on\b/i, 'continue'],
  [/\btaken? in\b/i, 'received, stored'],
  [/\b(?:broken|broke) off\b/i, 'aborted, ended early'],
  [/\blook(?:s|ed)? (?:after|at until)\b|\b(?:be|was|were) looked at\b/i, 'recovered, checked'],
  [/\bletter for letter\b/i, 'exactly'],
  [/\bof before\b/i, 'previous'],
  [/\bthere (?:is|are) none\b/i, 'no … (name the thing)'],
  [/\b(?:is|are|was) none\b/i, 'is not a …'],
  [/(?<!\bthere )\b(?:is|are) no (?!longer\b|more\b)[a-z]/i, 'is not a …'],
  [/\b(?:all|nothing|what|rest|much|none) (?:of|came of) it\b/i, 'name the thing'],
  [/\b(?:of|has|have|had) another\b/i, 'a different …'],
  [/\bthan it should\b/i, 'unexpected'],
  [/\bis (?:that|the one|one) of (?!the\b)/i, 'belongs to'],
  [/\bmeanwhile\b/i, 'in the meantime'],
  [/\bat once\b/i, 'immediately'],
  [/\bbegun\b/i, 'started'],
  [/\bcomes? twice\b/i, 'is repeated'],
  [/\bin all\b/i, 'in total'],
  [/\bin force\b/i, 'active'],
  [/\bby (?:itself|themselves)\b/i, 'automatically'],
  [/\b(?:has|have) to (?:be|say|name|follow|set)\b/i, 'must'],
  [/\bwhose it is\b/i, 'its owner'],
  [/\bsomebody\b|\banybody\b|\beverybody\b/i, 'another user, anyone'],
  [/\bwants?\b|\bis wanted\b/i, 'requires, is required'],
  [/\bled there\b|\blets? (?:you|guests) in\b|\ballowed in(?=[,.;]|$)/i, 'accepts'],
  [/\bas it should be\b/i, 'as expected'],
  [/\bput off\b/i, 'delayed'],
  [/\btoo long before\b/i, 'name the limit'],
  [/\bout of the way\b/i, 'remove, resolve'],
  [/\bblacked out\b/i, 'redacted'],
  [/\btake (?:the [a-z]+|it) away\b/i, 'remove'],
  [/\bnothing (?:typed|following|is between)\b/i, 'leave empty to …'],
];

/** The noun *answer*, where an HTTP response is meant. The verb stays: a recorded call answers a call of the build. */
const ANSWER: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:an|the|its|their|whose|every|any|no|such|both|earlier|previous|last|recorded|replayed|accepted|mocked|stored|default|empty|second|in|of|with|without) answers?\b/i,
    'response',
  ],
  [/\banswers of\b/i, 'responses of'],
];

/** Words of the API that pages replace by the words of the console, each with what to write instead. */
const API_WORDS: readonly (readonly [RegExp, string])[] = [
  [/(?<!\b(?:ignore|upper and lower|lower|upper) )\bcases?\b/i, 'recording, request'],
  [/\bplans?\b/i, 'run'],
  [/\b(?:operations?|interfaces?)\b/i, 'endpoint'],
  [/\bfindings? entr(?:y|ies)\b/i, 'finding'],
  [
    /(?<!recording and of )\b(?:a|an|the|this|that|each|every|another|of|in|its|two|last|several) replays?\b(?! id)/i,
    'run',
  ],
  [/\breplays? (?:in a row|were|was|are|is|send)\b/i, 'run'],
  [/\b(?:dis)?passed by hand\b|\bby hand\b/i, 'expected'],
];

/** What a text has of some phrases, each with what to write instead. Code in backticks does not count. */
export const faultsBy = (rules: readonly (readonly [RegExp, string])[], text: string): string[] =>
  rules.flatMap(([phrase, instead]) => {
    const match = phrase.exec(text.replace(/`[^`]*`/g, ''))?.[0];
    return match === undefined ? [] : [`"${match}" (write: ${instead})`];
  });

/** The phrases of a text that no text of the service uses. */
export const phrasesIn = (text: string): string[] => faultsBy(BANNED_PHRASES, text);

/** The nouns *answer* of a text. */
export const answersIn = (text: string): string[] => faultsBy(ANSWER, text);

/** The words of the API in a text of the console. */
export const apiWordsIn = (text: string): string[] => faultsBy(API_WORDS, text);
