/**
 * What people typed (names, email addresses) inside a translated sentence. It stands there as an element, never as a
 * value between tags: a value is put into the sentence before its tags are read, so that a company named "<0/>" would
 * become a part of it. Isolated, so that a name in the other direction does not turn the sentence round; one in Arabic
 * letters says so, and is read aloud and set as Arabic in an English line too.
 */
export function UserText({
  text,
  className = '',
  isProse = false,
}: {
  text: string;
  className?: string;
  /** A translator of the browser may translate it, unlike a name or a number. */
  isProse?: boolean;
}) {
  return (
    <bdi
      translate={isProse ? 'yes' : 'no'}
      lang={arabicLetter.test(text) ? 'ar' : undefined}
      className={`wrap-anywhere ${className}`}
    >
      {text}
    </bdi>
  );
}

const arabicLetter = /\p{Script=Arabic}/u;
