/** A root, a drive, a scheme, or a parent segment. */
const ESCAPES_REPOSITORY = /^[/\\]|^[A-Za-z][\w+.-]*:|(^|[/\\])\.\.([/\\]|$)/;

/** Whether a text is a path relative to the root of a repository and stays inside it (interface 2.5, `file`). */
export const isRepositoryPath = (text: string): boolean => text !== '' && !ESCAPES_REPOSITORY.test(text);
