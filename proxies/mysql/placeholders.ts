/** Comments, strings and quoted names, in which a question mark is not a placeholder. */
const QUOTED = /\/\*[\s\S]*?\*\/|--\s[^\n]*|#[^\n]*|'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"|`[^`]*`/g;

/** Counts the placeholders of a statement. */
export const placeholdersIn = (sql: string): number => sql.replace(QUOTED, '').split('?').length - 1;
