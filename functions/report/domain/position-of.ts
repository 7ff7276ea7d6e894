/** The requested start position of a page. 0 if it is invalid. */
export const positionOf = (text: string | null): number => (text !== null && /^\d{1,9}$/.test(text) ? Number(text) : 0);
