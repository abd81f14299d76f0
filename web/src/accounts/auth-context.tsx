import type { Session, User } from '@supabase/auth-js';
import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { useNavigate } from 'react-router';
import { owesSecondFactor, type SecondFactor } from '#domain/accounts/landing-page.ts';
import { call } from '../api/call.ts';
import { takeAskedScreen } from './asked-screen.ts';
import { auth } from './auth-client.client.ts';
import { readSecondFactor } from './second-factor.ts';

/** SPEC section 4: loading, then signed in (user, session, role) or signed out (all empty). */
export interface AuthState {
  user: User | null;
  session: Session | null;
  /** From the account's metadata, else from the user_roles record; null when neither has one. */
  role: string | null;
  /** The platform's own: they have no role, and work at /operations. */
  isStaff: boolean;
  factor: SecondFactor;
  /** Before anything else the session shows its second factor. */
  owesFactor: boolean;
  loading: boolean;
}

interface Auth extends AuthState {
  /** Ends this device's session and goes to /signin; rejects when the server could not be reached. */
  signOut: (scope?: 'local' | 'global') => Promise<void>;
  /** Reads the account again, after its role has changed. */
  refresh: () => Promise<void>;
}

const signedOut: AuthState = {
  user: null,
  session: null,
  role: null,
  isStaff: false,
  factor: 'none',
  owesFactor: false,
  loading: false,
};
const AuthContext = createContext<Auth | null>(null);

/** The account of this browser. Throws outside its provider. */
export function useAuth(): Auth {
  const value = use(AuthContext);
  if (!value) throw new Error('useAuth must be used within an AuthProvider');
  return value;
}

/** The role the account itself carries; the server keeps it equal to user_roles. */
export function metadataRole(user: User): string | null {
  const role: unknown = user.user_metadata.role;
  return typeof role === 'string' && role !== '' ? role : null;
}

/** Whether the account says that it is of the platform's staff. */
export function isOfStaff(user: User): boolean {
  return user.app_metadata.staff === true;
}

async function findRole(user: User): Promise<string | null> {
  const known = metadataRole(user);
  if (known) return known;
  return call('read_user_role').then(
    ({ role }) => role,
    // /auth/resolve asks again and shows what went wrong; here there is simply no role.
    () => null,
  );
}

export function AuthProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<AuthState>({ ...signedOut, loading: true });
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const userId = useRef<string | null>(null);

  useEffect(() => {
    let latest = 0;
    const { data } = auth.onAuthStateChange((event, session) => {
      latest += 1;
      const mine = latest;
      // What one person has seen must not flash up for the next one.
      const nextId = session?.user.id ?? null;
      if (userId.current !== null && userId.current !== nextId) queryClient.clear();
      userId.current = nextId;
      if (!session) {
        setState(signedOut);
        return;
      }
      const { user } = session;
      const settle = async () => {
        const isStaff = isOfStaff(user);
        // The server asks for it again, whatever is read here.
        const factor = await readSecondFactor().catch(() => 'none' as const);
        const owesFactor = owesSecondFactor({ isStaff, factor });
        // Who owes a factor is told nothing yet.
        const role = isStaff || owesFactor ? metadataRole(user) : await findRole(user);
        if (mine === latest) {
          setState({ user, session, role, isStaff, factor, owesFactor, loading: false });
        }
        if (event === 'PASSWORD_RECOVERY') await navigate('/new-password', { replace: true });
      };
      // Outside the callback: the client must be free before it is asked for its token.
      setTimeout(() => void settle());
    });
    return () => data.subscription.unsubscribe();
  }, [navigate, queryClient]);

  const signOut = useCallback(
    async (scope: 'local' | 'global' = 'local') => {
      const { error } = await auth.signOut({ scope });
      if (error) throw error;
      await navigate('/signin', { replace: true });
      // Who leaves does not ask to come back, and the next person did not ask at all.
      takeAskedScreen();
    },
    [navigate],
  );

  const refresh = useCallback(async () => {
    const { error } = await auth.refreshSession();
    if (error) throw error;
  }, []);

  const value = useMemo(() => ({ ...state, signOut, refresh }), [state, signOut, refresh]);
  return <AuthContext value={value}>{children}</AuthContext>;
}
