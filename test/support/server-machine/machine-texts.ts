/** The name by which people open the service. */
export const SERVER_NAME = 'replay.example.com';

/** Folders of the system that the pages and the units name. */
const FOLDERS = /(?<![\w.])\/(?:opt\/replay|etc\/(?:replay|caddy|nginx|systemd)|var\/lib\/replay)/g;

/**
 * A text of a page or a unit for a machine whose folders are below a root, which listens on loopback, and whose port
 * 443 is named in addresses, since it is replaced.
 */
export const onMachine = (root: string, text: string): string =>
  text
    .replaceAll(FOLDERS, (folder) => `${root}${folder}`)
    .replaceAll(`https://${SERVER_NAME}`, `https://${SERVER_NAME}:443`)
    .replaceAll('listen 443 ', 'listen 127.0.0.1:443 ');
