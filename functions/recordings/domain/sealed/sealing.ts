import type { ApplicationSettings } from '../../../applications/domain/application-settings.ts';
import { type Mask, plainMask } from '../masks/mask.ts';
import { escapePlaceholders } from './escape-placeholders.ts';
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
  /** Seals what would be taken for a placeholder (escape-placeholders.ts). */
  guard(text: string): string;
}

/** Who wrote a text: the outside, or the service, whose placeholders stay as they are. */
export type Origin = 'outside' | 'stored';

/** What happens to a side of a case. */
export function sealingOf(
  sealer: Pick<Sealer, 'seal'>,
  mode: CredentialSettings['credentials'],
  isExact: boolean,
  origin: Origin = 'outside',
): Sealing {
  return {
    mask: (charset) =>
      mode === 'keep' ? plainMask : mode === 'remove' ? removeMask : sealMask(sealer, { isExact, charset }),
    keeps: mode === 'keep',
    guard: origin === 'outside' ? (text) => escapePlaceholders(text, sealer) : (text) => text,
  };
}
