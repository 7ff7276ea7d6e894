/** A position that a page was asked for from; 0 for anything else. */
export const positionOf = (text: string | null): number => (text !== null && /^\d{1,9}$/.test(text) ? Number(text) : 0);
