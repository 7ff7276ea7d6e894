/** The stylesheet of every page. */
export const STYLE = '/console/assets/style.css';
