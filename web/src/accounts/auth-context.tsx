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
import { runWhenIdle } from '../ui/run-when-idle.ts';
import { accountClient, onAccountClientNeeded } from './account-client.ts';
import { clearReturnTo } from './return-to.ts';
import { factorOf, readStoredSession, sessionKey } from './stored-session.ts';

/** SPEC section 4: loading, then signed in (user, session, role) or signed out (all empty). */
interface AuthState {
  user: User | null;
  session: Session | null;
  /** From the account's metadata, else from the user_roles record; null when neither has one. */
  role: string | null;
  /** The platform's own: they have no role, and work at /operations. */
  isStaff: boolean;
  factor: SecondFactor;
  /** The session must show its second factor before anything else. */
  owesFactor: boolean;
  /** The person whose session ended last in this tab; set only while nobody is signed in. */
  lastUserId: string | null;
  /** They have signed out here. */
  hasLeft: boolean;
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
  lastUserId: null,
  hasLeft: false,
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
    // /auth/resolve reads the role again and shows the error; here the role is just missing.
    () => null,
  );
}

/** The user of a session, from the session itself; the role is missing when only user_roles has it. */
function stateOf(session: Session): AuthState {
  const { user } = session;
  const isStaff = isOfStaff(user);
  const factor = factorOf(session);
  const owesFactor = owesSecondFactor({ isStaff, factor });
  const role = metadataRole(user);
  return { ...signedOut, user, session, role, isStaff, factor, owesFactor };
}

function isSame(present: AuthState, { session, factor }: AuthState, role: string | null): boolean {
  return (
    present.session?.access_token === session?.access_token &&
    present.factor === factor &&
    present.role === role
  );
}

/** The state before the account client is loaded; known when the stored session contains everything. */
function firstState(): AuthState {
  const session = readStoredSession();
  const state = session && stateOf(session);
  const isWhole = state && (state.role !== null || state.isStaff || state.owesFactor);
  return isWhole ? state : { ...signedOut, loading: true };
}

/**
 * Calls `begin` once, when the account client is to be heard: at once where only it knows who is there, else after the
 * first view, when another tab has changed the session, or when anything asks the client. Returns what calls it off.
 */
function whenNeeded({ loading }: AuthState, begin: () => void): () => void {
  const done = new AbortController();
  const { signal } = done;
  const beginOnce = () => {
    if (signal.aborted) return;
    done.abort();
    begin();
  };
  if (loading) {
    beginOnce();
    return () => {};
  }
  const cancels = [runWhenIdle(beginOnce, 'long'), onAccountClientNeeded(beginOnce)];
  signal.addEventListener('abort', () => {
    for (const cancel of cancels) cancel();
  });
  const hearTab = ({ key }: StorageEvent) => key === sessionKey && beginOnce();
  addEventListener('storage', hearTab, { signal });
  return () => done.abort();
}

export function AuthProvider({ children }: { children: ReactNode }) {
  const [first] = useState(firstState);
  const [state, setState] = useState(first);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const userId = useRef<string | null>(first.user?.id ?? null);
  const isLeaving = useRef(false);

  useEffect(() => {
    let latest = 0;
    const stopped = new AbortController();
    const hear = async () => {
      const auth = await accountClient();
      if (stopped.signal.aborted) return;
      const { data } = auth.onAuthStateChange((event, session) => {
        latest += 1;
        const mine = latest;
        // Data of one person must not appear for the next one.
        const lastUserId = userId.current;
        const nextId = session?.user.id ?? null;
        if (lastUserId !== null && lastUserId !== nextId) queryClient.clear();
        userId.current = nextId;
        if (!session) {
          const hasLeft = isLeaving.current;
          // Who leaves does not ask to come back.
          if (hasLeft) clearReturnTo();
          setState((present) =>
            present.user || present.loading ? { ...signedOut, lastUserId, hasLeft } : present,
          );
          return;
        }
        const settle = async () => {
          const known = stateOf(session);
          // Who owes a factor is told nothing yet.
          const asks = !known.isStaff && !known.owesFactor;
          const role = asks ? await findRole(session.user) : known.role;
          if (mine === latest) {
            setState((present) =>
              // The client confirms the stored session: nothing is rendered again.
              event === 'INITIAL_SESSION' && isSame(present, known, role)
                ? present
                : { ...known, role },
            );
          }
        };
        // Outside the callback: the client must be free before it is asked for its token.
        setTimeout(() => void settle());
      });
      stopped.signal.addEventListener('abort', () => data.subscription.unsubscribe());
    };
    const cancel = whenNeeded(
      first,
      () =>
        void hear().catch((error: unknown) =>
          // Without the client a visitor cannot be identified; a person known from the stored session continues.
          setState((present) => {
            if (present.loading) throw error;
            return present;
          }),
        ),
    );
    return () => {
      cancel();
      stopped.abort();
    };
  }, [first, queryClient]);

  const signOut = useCallback(
    async (scope: 'local' | 'global' = 'local') => {
      const auth = await accountClient();
      isLeaving.current = true;
      const { error } = await auth.signOut({ scope }).finally(() => {
        isLeaving.current = false;
      });
      if (error) throw error;
      await navigate('/signin', { replace: true });
    },
    [navigate],
  );

  const refresh = useCallback(async () => {
    // A screen's first effect runs before this provider's: a moment later what the client says is heard.
    await Promise.resolve();
    const auth = await accountClient();
    const { error } = await auth.refreshSession();
    if (error) throw error;
  }, []);

  const value = useMemo(() => ({ ...state, signOut, refresh }), [state, signOut, refresh]);
  return <AuthContext value={value}>{children}</AuthContext>;
}
