/**
 * Whether a request may open a guest session. By default on loopback, those may that came from this machine: a proxy
 * may have brought a request from anywhere.
 */
export const offersGuests = (
  { guestLogin, localGuests }: { guestLogin: boolean; localGuests: boolean },
  { isLocal }: { isLocal: boolean },
): boolean => guestLogin && (isLocal || !localGuests);
