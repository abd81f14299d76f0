import { z } from 'zod';
import { multiLineText, oneLineText } from '#domain/plain-text.ts';

/** A name or another text of one line, as people type it: it is cleaned (domain/plain-text.ts), then measured. */
export const oneLine = () => z.string().overwrite(oneLineText);

/** A text of several lines, such as a description or a reason: cleaned, then measured. */
export const multiLine = () => z.string().overwrite(multiLineText);
