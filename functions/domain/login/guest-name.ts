const FORM = /^guest-[0-9a-f]{8}$/;

/** The name of a guest: the one that was asked for where it is a guest's, else a new one; no guest is named as a person (interface 4.8). */
export const guestName = (wanted: unknown, chance: string): string =>
  typeof wanted === 'string' && FORM.test(wanted) ? wanted : `guest-${chance.slice(0, 8)}`;
