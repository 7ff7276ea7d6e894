/** A number with zeros before it, so that texts sort as their numbers do. */
export const padded = (number: number, digits: number): string => String(number).padStart(digits, '0');

const LATEST = 999_999_999_999_999;

/** A time in epoch ms as a part of a sort key; times before 1970 are 0. */
export const paddedTime = (time: number): string => padded(Math.min(Math.max(0, time), LATEST), 15);
