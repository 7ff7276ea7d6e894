import { isSealed } from '../../../platform/values/sealed-text.ts';

/** How a value is written where it stands: `pair` in a text of any kind, `form` in a form or a query. */
export type MaskContext = 'header' | 'cookie' | 'form' | 'pair' | 'markup' | 'line' | 'part' | 'body';

/** What stands for a value that the reader may not see; `name` is that of its field. */
export interface Mask {
  (name: string, value: string, context: MaskContext): string;
  /**
   * What stands for the whole value of a member of JSON, with its quotes or brackets; `slashes` are the backslashes
   * before its quotes. Default: the mask of the value, in quotes.
   */
  member?(name: string, value: string, slashes: string): string;
}

/** What readers see in place of a credential. */
export const MASK = '***';

/** Whether a value is masked, removed or sealed already. */
export const isMasked = (value: string): boolean =>
  /^["']?(?:\*{3}\d*|\[redacted\]|%5Bredacted%5D)["']?$/.test(value) || isSealed(value);

/** The same mask for every value. */
export const plainMask: Mask = () => MASK;

/**
 * Masks of two sides side by side: equal values of a name have equal masks, and others differ (`***`, `***2`), so that
 * a comparison still shows that they differ.
 */
export function numberedMask(): Mask {
  const known = new Map<string, Map<string, string>>();
  return (name, value) => {
    const key = name.toLowerCase();
    const masks = known.get(key) ?? new Map<string, string>();
    known.set(key, masks);
    const mask = masks.get(value) ?? (masks.size === 0 ? MASK : `${MASK}${masks.size + 1}`);
    masks.set(value, mask);
    return mask;
  };
}
