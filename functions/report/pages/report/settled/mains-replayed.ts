import { count } from '../../../../platform/pages-shell/texts.ts';

/** Says of so many main endpoints, of which each was replayed, that they were. */
export const mainsReplayed = (mains: number): string =>
  mains === 1 ? 'The main endpoint was replayed' : `All ${count(mains)} main endpoints were replayed`;
