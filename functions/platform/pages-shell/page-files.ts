/** The stylesheet of every page. */
const STYLE = '/console/assets/style.css';
/** The files of the API reference. */
export const REFERENCE_FILES = {
  style: STYLE,
  scripts: ['/console/assets/console.js', '/console/assets/redoc.js', '/console/assets/reference.js'],
};
