import type { CardTexts } from './card-texts.ts';
import { CHINESE } from './chinese-texts.ts';
import { ENGLISH } from './english-texts.ts';

/** The languages that cards are written in. */
export type CardLanguage = 'zh' | 'en';

/** The language of a card whose analysis is in the language of a BCP 47 tag. */
export const cardLanguage = (tag: string): CardLanguage => (/^zh(?:-|$)/i.test(tag) ? 'zh' : 'en');

/** The texts of the bots' cards by language. */
const TEXTS: Readonly<Record<CardLanguage, CardTexts>> = { zh: CHINESE, en: ENGLISH };

/** The texts of a card in a language. */
export const textsOf = (language: CardLanguage): CardTexts => TEXTS[language];
