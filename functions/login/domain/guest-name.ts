const FORM = /^guest-[0-9a-f]{8}$/;

/**
 * Whether a name is a guest's: no user name, which is a mail address, and no key name has this form (interface 4.8).
 */
export const isGuestName = (name: string): boolean => FORM.test(name);

/** Returns the guest name: the requested one if it is valid, else a new one. */
export const guestName = (wanted: unknown, entropy: string): string =>
  typeof wanted === 'string' && isGuestName(wanted) ? wanted : `guest-${entropy.slice(0, 8)}`;
