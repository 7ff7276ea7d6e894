/** What stands for a value that the reader may not see; `name` is that of its field. */
export type Mask = (name: string, value: string) => string;

const MASK = '***';

/** Whether a value is masked already. */
export const isMasked = (value: string): boolean => /^["']?\*{3}\d*["']?$/.test(value);

/** The same mask for every value. */
export const plainMask: Mask = () => MASK;

/**
 * Masks of two sides side by side: equal values of a name have equal masks, and others differ (`***`, `***2`), so that a
 * comparison still shows that they differ.
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
