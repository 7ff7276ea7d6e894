import type { PageRequest } from '../../../platform/http/pages/page-route.ts';

/** The flash message of a form that has sealed a part of the stored recordings. Its page shows it once. */
export const SEALING = 'sealing';

/** Whether the user has just sent a form that sealed a part, so that the page sends the form of the next one. */
export const isSealing = ({ query }: Pick<PageRequest, 'query'>): boolean => query.get('done') === SEALING;

/** What the user of an unfinished pass can do. */
export const sealingText = (request: Pick<PageRequest, 'query'>): string =>
  isSealing(request)
    ? 'Sealing continues while this page is open. Nothing is done twice.'
    : 'Continue as often as you like; nothing is done twice.';
