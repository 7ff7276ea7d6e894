const FORM = /^guest-[0-9a-f]{8}$/;

/** Whether a name is a guest's: no person, who is a mail address, and no key has one like it (interface 4.8). */
export const isGuestName = (name: string): boolean => FORM.test(name);

/** The name of a guest: the one that was asked for where it is a guest's, else a new one. */
export const guestName = (wanted: unknown, chance: string): string =>
  typeof wanted === 'string' && isGuestName(wanted) ? wanted : `guest-${chance.slice(0, 8)}`;
