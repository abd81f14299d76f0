/** The longest name in a payment file (Max140Text of ISO 20022). */
export const LATIN_NAME_MAX_LENGTH = 140;

/** The characters that banks pass on between them (the x set of SWIFT), without the line break; and a letter among them. */
const latin = /^(?=.*[A-Za-z])[A-Za-z0-9/\-?:().,'+ ]+$/;

/** Whether a name is one that a bank takes in a payment file. */
export const isLatinName = (name: string): boolean =>
  name.length <= LATIN_NAME_MAX_LENGTH && latin.test(name) && name.trim() === name;
