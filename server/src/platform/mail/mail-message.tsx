import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Html,
  Link,
  Preview,
  Section,
  Text,
  render,
} from '@react-email/components';
import type { CSSProperties } from 'react';
import type { Language } from '#domain/languages.ts';
import { oneLineText } from '#domain/plain-text.ts';

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
export async function renderMail(
  words: MailWords,
  language: Language,
): Promise<{ subject: string; html: string; text: string }> {
  const html = await render(<Message {...words} language={language} />);
  // A header is one line, whatever its words were made of.
  const subject = words.subject.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
  return { subject, html, text: plainText(words, languages[language].brand) };
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

/** One layout for both directions. It is said on the sheet again, because web mail drops the tags around it. */
function Message({ language, ...said }: MailWords & { language: Language }) {
  const { brand, direction, align, leading } = languages[language];
  const line = { color: colours.ink, fontSize: 16, lineHeight: leading.body, textAlign: align };
  const small = { ...line, color: colours.quiet, fontSize: 14, lineHeight: leading.small };
  return (
    <Html lang={language} dir={direction}>
      <Head />
      <Preview>{said.paragraphs[0] ?? ''}</Preview>
      <Body
        style={{
          backgroundColor: colours.paper,
          fontFamily: font,
          margin: 0,
          padding: '32px 12px',
        }}
      >
        <Container
          lang={language}
          dir={direction}
          style={{
            backgroundColor: colours.sheet,
            border: `1px solid ${colours.line}`,
            borderTop: `6px solid ${colours.action}`,
            maxWidth: 520,
            padding: 32,
          }}
        >
          <Text
            style={{ ...line, color: colours.action, fontSize: 18, fontWeight: 700, margin: 0 }}
          >
            {brand}
          </Text>
          <Heading
            style={{ ...line, fontSize: 24, lineHeight: leading.heading, margin: '16px 0 8px' }}
          >
            <Isolating text={said.subject} />
          </Heading>
          {said.paragraphs.map((paragraph) => (
            <Text key={paragraph} style={{ ...line, margin: '0 0 16px' }}>
              <Isolating text={paragraph} />
            </Text>
          ))}
          {said.blocks?.map((block) => (
            <Block key={block.title} block={block} line={line} small={small} />
          ))}
          <Button
            href={said.action.url}
            style={{
              backgroundColor: colours.action,
              borderRadius: 4,
              color: colours.onAction,
              fontSize: 16,
              fontWeight: 600,
              margin: '8px 0 0',
              padding: '12px 20px',
            }}
          >
            {said.action.label}
          </Button>
          <Text style={{ ...small, margin: '24px 0 0' }}>
            {said.footnote}
            {said.contact && (
              <>
                {' '}
                <Link href={said.contact} dir="ltr" style={{ color: colours.action }}>
                  {said.contact}
                </Link>
              </>
            )}
          </Text>
        </Container>
      </Body>
    </Html>
  );
}

/** Each label above its value, so that it holds on a phone in both directions. */
function Block({
  block: { title, url, facts },
  line,
  small,
}: {
  block: MailBlock;
  line: CSSProperties;
  small: CSSProperties;
}) {
  return (
    <Section style={{ borderTop: `1px solid ${colours.line}`, margin: '0 0 16px' }}>
      <Text style={{ ...line, fontWeight: 600, margin: '12px 0 4px' }}>
        {url ? (
          <Link href={url} style={{ color: colours.action }}>
            <Isolating text={title} />
          </Link>
        ) : (
          <Isolating text={title} />
        )}
      </Text>
      {facts.map(({ label, value }) => (
        <Text key={label} style={{ ...line, margin: '0 0 8px' }}>
          <span style={small}>{label}</span>
          <br />
          <Isolating text={value} />
        </Text>
      ))}
    </Section>
  );
}

/**
 * What stands between the marks of `isolated` or `asTyped` gets a tag of its own instead: a copied address carries no marks.
 */
function Isolating({ text }: { text: string }) {
  return text.split(/([\u2066\u2068].*?\u2069)/).map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      <bdi key={part} dir={part.startsWith('\u2066') ? 'ltr' : 'auto'}>
        {part.slice(1, -1)}
      </bdi>
    ),
  );
}
