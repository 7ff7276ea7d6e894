/** The user of a login without mail by the owner of the service. The domain is reserved, so no mail reaches it. */
export const LOCAL_ADMINISTRATOR = 'administrator@localhost';
