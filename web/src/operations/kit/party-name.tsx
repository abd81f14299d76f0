import { Trans } from '@lingui/react/macro';
import { Link } from '../../ui/link.tsx';
import { UserText } from '../../ui/user-text.tsx';

/** A company or an agency in a list: its name, which leads to its page, and its address below. */
export function PartyName({
  to,
  name,
  email,
}: {
  to: string;
  name: string | null;
  email: string | null;
}) {
  return (
    <>
      <Link to={to}>{name ? <UserText text={name} /> : <Trans>No name</Trans>}</Link>
      {email ? (
        <span className="block text-sm font-normal text-ink-soft">
          <UserText text={email} />
        </span>
      ) : null}
    </>
  );
}
