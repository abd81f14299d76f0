import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Html,
  Preview,
  Text,
  render,
} from '@react-email/components';

/** The mails that accounts send: three with a link, four notices. */
export type AccountMail =
  | { kind: 'signup' | 'recovery' | 'email_change'; link: string }
  | { kind: 'password_changed' | 'account_exists'; siteUrl: string }
  | { kind: 'email_change_requested' | 'email_changed'; siteUrl: string; new_email: string };

interface Words {
  subject: string;
  paragraphs: string[];
  /** The label of the button and where it leads. */
  action: { label: string; url: string };
  /** Below the button. */
  footnote: string;
}

const notYou = (siteUrl: string) => `If this was not you, write to us at once: ${siteUrl}/#contact`;

/** One function a language; a second language is a second function. */
const english = (mail: AccountMail): Words => {
  switch (mail.kind) {
    case 'signup':
      return {
        subject: 'Confirm your e-mail address',
        paragraphs: [
          'Welcome to Hamla.',
          'Confirm that this address is yours, and your account is ready. The link works for 24 hours.',
        ],
        action: { label: 'Confirm my address', url: mail.link },
        footnote:
          'If you did not sign up for Hamla, ignore this message: without the link nothing happens.',
      };
    case 'recovery':
      return {
        subject: 'Choose a new password',
        paragraphs: [
          'Somebody asked to recover the password of your Hamla account. The link works for one hour.',
        ],
        action: { label: 'Choose a new password', url: mail.link },
        footnote: 'If it was not you, ignore this message: your password stays as it is.',
      };
    case 'email_change':
      return {
        subject: 'Confirm your new e-mail address',
        paragraphs: [
          'Confirm that this address is yours, and you sign in to Hamla with it from then on. The link works for 24 hours.',
        ],
        action: { label: 'Confirm my new address', url: mail.link },
        footnote: 'If you did not ask for this, ignore this message: nothing changes.',
      };
    case 'password_changed':
      return {
        subject: 'Your password was changed',
        paragraphs: [
          'The password of your Hamla account was changed just now, and every other device was signed out.',
        ],
        action: { label: 'Go to Hamla', url: `${mail.siteUrl}/signin` },
        footnote: notYou(mail.siteUrl),
      };
    case 'account_exists':
      return {
        subject: 'You already have an account',
        paragraphs: [
          'Somebody tried to sign up for Hamla with this address. You already have an account: log in with it.',
        ],
        action: { label: 'Log in', url: `${mail.siteUrl}/signin` },
        footnote: 'If it was not you, ignore this message: nothing was changed.',
      };
    case 'email_change_requested':
      return {
        subject: 'Your e-mail address is about to change',
        paragraphs: [
          `Somebody signed in to your Hamla account asked to change its e-mail address to ${mail.new_email}. It changes once the link sent there is opened.`,
        ],
        action: { label: 'Go to Hamla', url: `${mail.siteUrl}/signin` },
        footnote: notYou(mail.siteUrl),
      };
    case 'email_changed':
      return {
        subject: 'Your e-mail address was changed',
        paragraphs: [
          `Somebody signed in to your Hamla account changed its e-mail address to ${mail.new_email}. You sign in with that address from now on.`,
        ],
        action: { label: 'Go to Hamla', url: `${mail.siteUrl}/signin` },
        footnote: notYou(mail.siteUrl),
      };
  }
};

const languages = { en: { direction: 'ltr', words: english } } as const;
export type MailLanguage = keyof typeof languages;

/** The mail in words: subject, HTML and the same as plain text. */
export async function renderAccountMail(
  mail: AccountMail,
  language: MailLanguage = 'en',
): Promise<{ subject: string; html: string; text: string }> {
  const { direction, words } = languages[language];
  const said = words(mail);
  const message = <Message {...said} language={language} direction={direction} />;
  return { subject: said.subject, html: await render(message), text: plainText(said) };
}

const plainText = ({ paragraphs, action, footnote }: Words) =>
  [...paragraphs, `${action.label}:\n${action.url}`, footnote, 'Hamla'].join('\n\n').concat('\n');

const colours = {
  ink: '#14213d',
  quiet: '#5c677d',
  action: '#0f5c4d',
  paper: '#f4f5f2',
  sheet: '#ffffff',
};
const font = "'IBM Plex Sans', 'IBM Plex Sans Arabic', Arial, sans-serif";

function Message(props: Words & { language: string; direction: string }) {
  return (
    <Html lang={props.language} dir={props.direction}>
      <Head />
      <Preview>{props.paragraphs[0] ?? ''}</Preview>
      <Body
        style={{
          backgroundColor: colours.paper,
          fontFamily: font,
          margin: 0,
          padding: '32px 12px',
        }}
      >
        <Container
          style={{ backgroundColor: colours.sheet, borderRadius: 12, maxWidth: 520, padding: 32 }}
        >
          <Text style={{ color: colours.action, fontSize: 18, fontWeight: 700, margin: 0 }}>
            Hamla
          </Text>
          <Heading
            style={{ color: colours.ink, fontSize: 24, lineHeight: '32px', margin: '16px 0 8px' }}
          >
            {props.subject}
          </Heading>
          {props.paragraphs.map((paragraph) => (
            <Text key={paragraph} style={{ color: colours.ink, fontSize: 16, lineHeight: '26px' }}>
              {paragraph}
            </Text>
          ))}
          <Button
            href={props.action.url}
            style={{
              backgroundColor: colours.action,
              borderRadius: 8,
              color: colours.sheet,
              fontSize: 16,
              fontWeight: 600,
              padding: '12px 20px',
            }}
          >
            {props.action.label}
          </Button>
          <Text
            style={{ color: colours.quiet, fontSize: 14, lineHeight: '22px', margin: '24px 0 0' }}
          >
            {props.footnote}
          </Text>
        </Container>
      </Body>
    </Html>
  );
}
