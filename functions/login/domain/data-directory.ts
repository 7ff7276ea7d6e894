/** Who the audit log names: a person with write access to the data directory. No key may have this name. */
export const DATA_DIRECTORY = 'data-directory';
