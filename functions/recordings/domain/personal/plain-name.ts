/** Whether a name is a word of a program, not a value or a long number. */
export const isName = (name: string): boolean =>
  /^[A-Za-z_$@][\w$@.-]{0,63}$/.test(name) && !/\d{5}/.test(name) && !/@.*\./.test(name);

/** A step of a path to a member of this name. */
export const stepTo = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `['${name}']`);
