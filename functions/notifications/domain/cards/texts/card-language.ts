/** The languages that cards are written in. */
export type CardLanguage = 'zh' | 'en';

/** The language of a card whose analysis is in the language of a BCP 47 tag. */
export const cardLanguage = (tag: string): CardLanguage => (/^zh(?:-|$)/i.test(tag) ? 'zh' : 'en');
