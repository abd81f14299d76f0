import type { Messages } from '@lingui/core';

/**
 * The application's Arabic texts. Those of the pages of content are needed only where they are drawn, staff's
 * come with staff's screens. */
export const messages: Messages = Object.assign(
  {},
  ...Object.values(
    import.meta.glob<Messages>(['./ar/*.po', '!./ar/site.po', '!./ar/operations.po'], {
      eager: true,
      import: 'messages',
    }),
  ),
);
