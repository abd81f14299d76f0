import type { Language } from '#domain/languages.ts';
import { oneLineText } from '#domain/plain-text.ts';
import { markup, type Html } from './html.ts';

/** A mail in words: what it is about, what it says, and the one place it leads to. */
export interface MailWords {
  subject: string;
  paragraphs: string[];
  /** What it is about, in figures, below the paragraphs. */
  blocks?: MailBlock[];
  /** The label of the button and where it leads. */
  action: { label: string; url: string };
  /** Below the button. */
  footnote: string;
  /** Where the footnote leads: an address on a line of its own. */
  contact?: string;
}

/** A few figures under a title, which may lead somewhere. */
export interface MailBlock {
  title: string;
  url?: string;
  facts: { label: string; value: string }[];
}

/** The longest text of somebody else's that a mail shows; the rest stands on the page that it leads to. */
const TYPED_MAX_LENGTH = 200;

/**
 * What somebody typed, as it stands in a mail: one line, shortened, kept apart from what stands round it, and nothing in it that
 * a mail program would make a link of. Word joiners, which nobody sees, stand round the characters that addresses are made
 * of, and after digits, which would be a number to call.
 */
export const asTyped = (typed: string): string => {
  const plain = Array.from(oneLineText(typed).trim());
  const shown =
    plain.length > TYPED_MAX_LENGTH
      ? `${plain.slice(0, TYPED_MAX_LENGTH - 1).join('')}…`
      : plain.join('');
  const unlinked = shown.replace(/[\p{P}\p{S}]/gu, '\u2060$&\u2060').replace(/\d/gu, '$&\u2060');
  return `\u2068${unlinked}\u2069`;
};

/** A value that reads from left to right, kept apart from the Arabic round it: by invisible marks, which HTML turns into tags. */
export const isolated = (value: string) => `\u2066${value}\u2069`;

/** How a language writes: the lines of Arabic letters stand further apart. Lengths in pixels. */
const languages: Record<
  Language,
  {
    brand: string;
    direction: 'ltr' | 'rtl';
    align: 'left' | 'right';
    leading: { heading: string; body: string; small: string };
  }
> = {
  en: {
    brand: 'Hamla',
    direction: 'ltr',
    align: 'left',
    leading: { heading: '32px', body: '26px', small: '22px' },
  },
  ar: {
    brand: 'حملة',
    direction: 'rtl',
    align: 'right',
    leading: { heading: '40px', body: '30px', small: '26px' },
  },
};

/** The mail as it is sent: subject, HTML and the same as plain text. */
export function renderMail(
  words: MailWords,
  language: Language,
): { subject: string; html: string; text: string } {
  // A header is one line, whatever its words were made of.
  const subject = words.subject.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
  const message = messageOf(words, language);
  return { subject, html: message.text, text: plainText(words, languages[language].brand) };
}

const plainText = (
  { paragraphs, blocks = [], action, footnote, contact }: MailWords,
  brand: string,
) =>
  [
    ...paragraphs,
    ...blocks.map(({ title, url, facts }) =>
      [title, ...facts.map(({ label, value }) => `${label}: ${value}`), ...(url ? [url] : [])].join(
        '\n',
      ),
    ),
    `${action.label}:\n${action.url}`,
    contact ? `${footnote}\n${contact}` : footnote,
    brand,
  ]
    .join('\n\n')
    .concat('\n');

/** The light theme of web/src/ui/theme.css. */
const colours = {
  ink: '#0f1f18',
  quiet: '#45534b',
  action: '#0b6446',
  onAction: '#fffdf8',
  paper: '#faf6ed',
  sheet: '#fffdf8',
  line: '#ddd4c2',
};
const font = "'IBM Plex Sans', 'IBM Plex Sans Arabic', 'Segoe UI', Tahoma, Arial, sans-serif";

/** Mail programs draw tables alike; they keep few other styles. */
const table = markup`role="presentation" width="100%" border="0" cellpadding="0" cellspacing="0"`;

/** One layout for both directions. It is said on the sheet again, because web mail drops the tags around it. */
function messageOf(said: MailWords, language: Language): Html {
  const { brand, direction, align, leading } = languages[language];
  const line = `font-size:16px;line-height:${leading.body};color:${colours.ink};text-align:${align}`;
  const small = `font-size:14px;line-height:${leading.small};color:${colours.quiet};text-align:${align}`;
  const contact =
    said.contact &&
    markup` <a href="${said.contact}" dir="ltr" target="_blank" style="color:${colours.action};text-decoration:none">${said.contact}</a>`;
  return markup`<!DOCTYPE html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="x-apple-disable-message-reformatting">
</head>
<body style="background-color:${colours.paper};margin:0;padding:0">
<div style="display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0">${preview(said)}</div>
<table ${table} align="center"><tr><td style="background-color:${colours.paper};font-family:${font};padding:32px 12px">
<table ${table} align="center" lang="${language}" dir="${direction}" style="max-width:520px;background-color:${colours.sheet};border:1px solid ${colours.line};border-top:6px solid ${colours.action}"><tr><td style="padding:32px">
<p style="${line};color:${colours.action};font-size:18px;font-weight:700;margin:0">${brand}</p>
<h1 style="${line};font-size:24px;line-height:${leading.heading};margin:16px 0 8px">${isolating(said.subject)}</h1>
${said.paragraphs.map((text) => markup`<p style="${line};margin:0 0 16px">${isolating(text)}</p>\n`)}${said.blocks?.map((block) => blockOf(block, { line, small }))}<table role="presentation" border="0" cellpadding="0" cellspacing="0"><tr><td style="background-color:${colours.action};border-radius:4px;mso-padding-alt:12px 20px">
<a href="${said.action.url}" target="_blank" style="display:inline-block;padding:12px 20px;color:${colours.onAction};font-size:16px;font-weight:600;text-decoration:none">${said.action.label}</a>
</td></tr></table>
<p style="${small};margin:24px 0 0">${said.footnote}${contact}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}

/** What a list of mails shows beside the subject; the spaces after it keep the rest of the mail out of it. */
const preview = ({ paragraphs: [first = ''] }: MailWords): string =>
  first + '\u00a0\u200c\u200b\u200d\u200e\u200f\ufeff'.repeat(Math.max(0, 150 - first.length));

/** Each label above its value, so that it holds on a phone in both directions. */
function blockOf(
  { title, url, facts }: MailBlock,
  { line, small }: { line: string; small: string },
): Html {
  const heading = url
    ? markup`<a href="${url}" target="_blank" style="color:${colours.action};text-decoration:none">${isolating(title)}</a>`
    : isolating(title);
  const figures = facts.map(
    ({ label, value }) =>
      markup`<p style="${line};margin:0 0 8px"><span style="${small}">${label}</span><br>${isolating(value)}</p>\n`,
  );
  return markup`<table ${table} style="border-top:1px solid ${colours.line};margin:0 0 16px"><tr><td>
<p style="${line};font-weight:600;margin:12px 0 4px">${heading}</p>
${figures}</td></tr></table>
`;
}

/**
 * What stands between the marks of `isolated` or `asTyped` gets a tag of its own instead: a copied address carries no marks.
 */
const isolating = (text: string): Html[] =>
  text
    .split(/([\u2066\u2068].*?\u2069)/)
    .map((part, place) =>
      place % 2 === 0
        ? markup`${part}`
        : markup`<bdi dir="${part.startsWith('\u2066') ? 'ltr' : 'auto'}">${part.slice(1, -1)}</bdi>`,
    );
