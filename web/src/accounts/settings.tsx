import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { landingPage } from '#domain/accounts/landing-page.ts';
import { isRole, type Role } from '#domain/accounts/roles.ts';
import { messageOf } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { useShownError } from '../api/use-shown-error.ts';
import { languages, type Language } from '#domain/languages.ts';
import { languageFacts, switchLanguage } from '../i18n.ts';
import { ErrorReference } from '../ui/error-reference.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { FormError } from '../ui/form-error.tsx';
import { useLanguage } from '../ui/language-switch.tsx';
import { Button } from '../ui/button.tsx';
import { ChoiceCards } from '../ui/choice.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { BackLink } from '../ui/link.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { DocumentTitle } from '../ui/document-title.tsx';
import { readTheme, setTheme, type Theme } from '../ui/theme.ts';
import { toast } from '../ui/toaster.tsx';
import { useAccountTypes } from './account-type.tsx';
import { useAuth } from './auth-context.tsx';
import { useFailureMessage } from './failure-message.ts';
import { NewPasswordForm } from './new-password-form.tsx';
import { SecuritySection } from './security-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { SettingsSection } from './settings-section.tsx';
import { useSaveRole } from './use-save-role.ts';

const SignOutEverywhereDialog = lazyPart(() => import('./sign-out-everywhere-dialog.tsx'));

/** `children`: the sections of other capabilities, before those of the account's security. */
export function Settings({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const { user, role, isStaff } = useAuth();
  const account = { signedIn: true, owesFactor: false, isStaff, metadataRole: role };
  return (
    <>
      <DocumentTitle name={t`Settings`} />
      <PageHeader
        title={<Trans>Settings</Trans>}
        lead={<bdi translate="no">{user?.email}</bdi>}
        back={
          // The frame of a company or an agency has the way itself.
          role === null ? (
            <BackLink to={landingPage({ ...account, storedRole: null })}>
              <Trans>Back to Dashboard</Trans>
            </BackLink>
          ) : undefined
        }
      />
      <div className="grid">
        <RoleSection>{isStaff ? <StaffRole /> : <RoleChoice />}</RoleSection>
        <AppearanceSection />
        {children}
        <SettingsSection
          title={<Trans>Password</Trans>}
          lead={<Trans>Changing it ends the sessions of your other devices.</Trans>}
        >
          <NewPasswordForm asksCurrent />
        </SettingsSection>
        <SecondFactorSection />
        <SettingsSection
          title={<Trans>Sign-ins and security</Trans>}
          lead={
            <Trans>
              Where you are signed in, and what happened to your account. If you do not recognise
              something, end that session and change your password.
            </Trans>
          }
        >
          <SecuritySection />
        </SettingsSection>
        <SessionsSection />
      </div>
    </>
  );
}

function RoleSection({ children }: { children: ReactNode }) {
  return (
    <SettingsSection
      title={<Trans>Role</Trans>}
      lead={
        <Trans>It decides which dashboard you work with. It is fixed once a ticket exists.</Trans>
      }
    >
      {children}
    </SettingsSection>
  );
}

function StaffRole() {
  return (
    <p>
      <Trans>Your account belongs to our staff. It cannot become a company or an agency.</Trans>
    </p>
  );
}

/** The choice, where the server takes it; otherwise why there is none. Until that is known, the choice cannot be used. */
function RoleChoice() {
  const { t } = useLingui();
  const query = useQuery({
    queryKey: queryKeys.role,
    queryFn: ({ signal }) => call('read_user_role', { signal }),
  });
  const error = useShownError(query);
  if (query.data?.can_change ?? error === null) return <RoleForm isRead={Boolean(query.data)} />;
  if (!query.data) {
    return (
      <ErrorState
        message={messageOf(error, t`Your role could not be loaded.`)}
        onRetry={() => void query.refetch()}
      >
        <ErrorReference of={error} />
      </ErrorState>
    );
  }
  return (
    <p>
      {query.data.role === 'agency' ? (
        <Trans>
          You use Hamla as an agency. A ticket exists, so the role can no longer change.
        </Trans>
      ) : (
        <Trans>
          You use Hamla as a company. A ticket exists, so the role can no longer change.
        </Trans>
      )}
    </p>
  );
}

function RoleForm({ isRead }: { isRead: boolean }) {
  const { t } = useLingui();
  const types = useAccountTypes();
  const { role } = useAuth();
  const kept = isRole(role) ? role : null;
  const [chosen, setChosen] = useState<Role | null>(kept);
  // Where a ticket was made meanwhile the section is read again, and says so in place of the choice.
  const save = useSaveRole();
  return (
    <form
      aria-busy={!isRead}
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen) void save.send({ body: { role: chosen } });
      }}
    >
      <ChoiceCards
        label={t`I use Hamla as`}
        name="role"
        columns={1}
        choices={types}
        value={chosen}
        isDisabled={!isRead}
        onChange={setChosen}
      />
      <FormError message={save.message} />
      <Button
        type="submit"
        isPending={save.isSending}
        isDisabled={!chosen || chosen === kept}
        className="justify-self-start"
      >
        <Trans>Save role</Trans>
      </Button>
    </form>
  );
}

function AppearanceSection() {
  const { t } = useLingui();
  const authMessage = useFailureMessage();
  const language = useLanguage();
  const [theme, choose] = useState<Theme>(readTheme);
  // The device speaks it at once; the account carries it, so that our emails do too.
  const speak = async (next: Language) => {
    await switchLanguage(next).catch((error: unknown) => toast.error(authMessage(error)));
  };
  return (
    <SettingsSection
      title={<Trans>Language and appearance</Trans>}
      lead={<Trans>Saved on this device. Our emails follow your language too.</Trans>}
    >
      <div className="grid gap-5">
        <ChoiceCards<Language>
          label={t`Language`}
          name="language"
          choices={languages.map((id) => ({
            id,
            label: <span lang={id}>{languageFacts[id].name}</span>,
          }))}
          value={language}
          onChange={(next) => void speak(next)}
        />
        <ChoiceCards<Theme>
          label={t`Theme`}
          name="theme"
          columns={1}
          choices={[
            { id: 'system', label: t`Same as this device` },
            { id: 'light', label: t`Light` },
            { id: 'dark', label: t`Dark` },
          ]}
          value={theme}
          onChange={(next) => {
            setTheme(next);
            choose(next);
          }}
        />
      </div>
    </SettingsSection>
  );
}

function SessionsSection() {
  const { signOut } = useAuth();
  const authMessage = useFailureMessage();
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);
  const leave = () => {
    setPending(true);
    signOut('global').catch((error: unknown) => {
      setPending(false);
      toast.error(authMessage(error));
    });
  };
  return (
    <SettingsSection
      title={<Trans>Sessions</Trans>}
      lead={<Trans>If you have lost a device or used a shared one, end every session.</Trans>}
    >
      <Button tone="danger" onPress={() => setAsking(true)}>
        <Trans>Sign out everywhere</Trans>
      </Button>
      {asking ? (
        <SignOutEverywhereDialog
          isPending={pending}
          onClose={() => setAsking(false)}
          onConfirm={leave}
        />
      ) : null}
    </SettingsSection>
  );
}
