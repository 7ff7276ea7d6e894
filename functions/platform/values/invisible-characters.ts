/**
 * Characters that are invisible to a reader, as the inside of a character class with the flag `v`: controls, direction
 * marks, zero widths, lone surrogates, and signs that are drawn as a blank although Unicode does not classify them as
 * such (braille blank, fillers, an empty notehead).
 */
export const INVISIBLE_CHARACTERS = String.raw`\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u{13430}-\u{1343f}\u2800\u{13441}\u{13442}\u{16fe4}\u{1d159}`;
