/** Characters of a message to the platform, and of its answer. */
export const HELP_TEXT_MAX_LENGTH = 2000;
