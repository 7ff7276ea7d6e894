import type { CardLanguage } from './card-language.ts';
import type { CardTexts } from './card-texts.ts';
import { CHINESE } from './chinese-texts.ts';
import { ENGLISH } from './english-texts.ts';

/** The texts of the bots' cards by language. */
const TEXTS: Readonly<Record<CardLanguage, CardTexts>> = { zh: CHINESE, en: ENGLISH };

/** The texts of a card in a language. */
export const textsOf = (language: CardLanguage): CardTexts => TEXTS[language];
