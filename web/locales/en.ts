import type { Messages } from '@lingui/core';

/**
 * The application's English texts. Those of the pages of content are needed only where they are drawn, staff's
 * come with staff's screens. */
export const messages: Messages = Object.assign(
  {},
  ...Object.values(
    import.meta.glob<Messages>(['./en/*.po', '!./en/site.po', '!./en/operations.po'], {
      eager: true,
      import: 'messages',
    }),
  ),
);
