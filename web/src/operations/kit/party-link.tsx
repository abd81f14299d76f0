import { Link } from '../../ui/link.tsx';
import { UserText } from '../../ui/user-text.tsx';

/** The name of a company or an agency, which leads to its page in the console; "—" without a name. */
export function PartyLink({
  kind,
  id,
  name,
}: {
  kind: 'companies' | 'agencies';
  id: string;
  name: string | null;
}) {
  return (
    <Link to={`/operations/${kind}/${id}`}>
      <UserText text={name ?? '—'} />
    </Link>
  );
}
