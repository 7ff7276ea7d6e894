import type { CardLanguage } from './card-language.ts';
import type { CardWords } from './card-words.ts';
import { CHINESE } from './chinese-words.ts';
import { ENGLISH } from './english-words.ts';

/** The texts of the bots' cards by language. */
const WORDS: Readonly<Record<CardLanguage, CardWords>> = { zh: CHINESE, en: ENGLISH };

/** The texts of a card in a language. */
export const wordsOf = (language: CardLanguage): CardWords => WORDS[language];
