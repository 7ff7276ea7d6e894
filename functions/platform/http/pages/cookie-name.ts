/**
 * The name of a cookie of the service at this URL. Browsers send the cookies of a host to all its ports, so a name
 * contains the port, unless it is the default one of the scheme.
 */
export const cookieName = (name: string, { port }: URL): string => (port === '' ? name : `${name}-${port}`);
