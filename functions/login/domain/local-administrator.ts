/** The user as whom the owner of a service on this machine logs in without mail; nobody receives mail there. */
export const LOCAL_ADMINISTRATOR = 'administrator@localhost';
