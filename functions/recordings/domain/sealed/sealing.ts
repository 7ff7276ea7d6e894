import type { ApplicationSettings } from '../../../applications/domain/application-settings.ts';
import { maySeal, SEALED } from '../../../platform/values/sealed-text.ts';
import { type Mask, plainMask } from '../masks/mask.ts';
import { removeMask, type SealOptions, sealMask } from './seal-mask.ts';
import type { Sealer } from './sealer.ts';

/** What an application's settings say of what is stored of it. */
export type CredentialSettings = Pick<ApplicationSettings, 'redact' | 'credentials'>;

/** What happens to the texts of one side. */
export interface Sealing {
  /** For texts whose bytes are of this charset. */
  mask(charset: SealOptions['charset']): Mask;
  /** Whether credentials stay as they are. */
  keeps: boolean;
  /** Seals what would be taken for a sealed value. */
  guard(text: string): string;
}

/** What happens to a side of a case. */
export function sealingOf(
  sealer: Pick<Sealer, 'seal' | 'open'>,
  mode: CredentialSettings['credentials'],
  isExact: boolean,
): Sealing {
  const guarded = (text: string) =>
    text.replaceAll(LIKENESS, (whole) => {
      const isOurs = sealer.open(whole.slice(whole.indexOf('s'))) !== null;
      return isOurs ? sealer.seal('q', whole) : whole;
    });
  return {
    mask: (charset) =>
      mode === 'keep' ? plainMask : mode === 'remove' ? removeMask : sealMask(sealer, { isExact, charset }),
    keeps: mode === 'keep',
    guard: (text) => (maySeal(text) ? guarded(text) : text),
  };
}

/** With the sign that an opener would take for its own. */
const LIKENESS = new RegExp(`%?${SEALED.source}`, 'g');
