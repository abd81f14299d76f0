import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useId, type ReactNode } from 'react';
import type { Role } from '#domain/accounts/roles.ts';
import { companyFileFields } from '#domain/profiles/company-profile.ts';
import type { Completion } from '#domain/profiles/profile.ts';
import { Checklist, DoneBox } from '../ui/checklist.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { profileItemNames, profileItemPath, type ProfileItem } from './profile-items.ts';

interface Task {
  title: MessageDescriptor;
  /** How long it takes, ours. */
  minutes: number;
  /** Empty: those of no other task. */
  items: readonly ProfileItem[];
  /** When what it brings comes. */
  note?: MessageDescriptor;
}

/** The tasks of a new account that fill its profile, in their order. */
const tasksOf: Record<Role, readonly Task[]> = {
  company: [
    { title: msg`About you`, minutes: 3, items: [] },
    { title: msg`Revenue`, minutes: 2, items: ['revenue_last_6_months'] },
    { title: msg`Documents`, minutes: 5, items: companyFileFields },
  ],
  agency: [
    { title: msg`About you`, minutes: 2, items: [] },
    {
      title: msg`Registration and specializations`,
      minutes: 2,
      items: ['company_registration_file', 'specializations'],
    },
    { title: msg`IBAN`, minutes: 1, items: ['iban'], note: msg`We check it for a day.` },
  ],
};

/**
 * The four tasks of a new account, each with its time and, on demand, its items: what is there is ticked, what is missing
 * leads to its field. Closed once the last task is done, gone once all are.
 */
export function SetUpTasks({
  role,
  completion: { percent, items },
  first,
}: {
  role: Role;
  completion: Completion<ProfileItem>;
  /** The last task: the first ticket, or the first decision on one. */
  first: { isDone: boolean; title: ReactNode; minutes: number; way: ReactNode };
}) {
  const { t, i18n } = useLingui();
  const heading = useId();
  if (percent >= 100 && first.isDone) return null;
  const named = new Set(tasksOf[role].flatMap((task) => task.items));
  const tasks = tasksOf[role].map((task) => {
    const own = items.filter(({ item }) =>
      task.items.length > 0 ? task.items.includes(item) : !named.has(item),
    );
    return { ...task, own, isDone: own.every(({ filled }) => filled) };
  });
  return (
    <section aria-labelledby={heading} className="border-t-2 border-ink pt-2 print:hidden">
      <Disclosure
        open={!first.isDone}
        summary={
          <h2 id={heading} className="text-heading text-ink">
            <Trans>Set up your account</Trans>
          </h2>
        }
      >
        <ol aria-label={t`Tasks`} className="grid gap-x-8 sm:grid-cols-2 xl:grid-cols-4">
          {tasks.map(({ title, minutes, own, isDone, note }) => (
            <TaskRow key={title.id} title={i18n._(title)} minutes={minutes} isDone={isDone}>
              {note ? <p className="text-sm text-ink-soft">{i18n._(note)}</p> : null}
              <Checklist
                label={i18n._(title)}
                items={own.map(({ item, filled }) => ({
                  id: item,
                  label: i18n._(profileItemNames[item]),
                  done: filled,
                  to: profileItemPath(role, item),
                }))}
              />
            </TaskRow>
          ))}
          <TaskRow title={first.title} minutes={first.minutes} isDone={first.isDone}>
            {first.way}
          </TaskRow>
        </ol>
      </Disclosure>
    </section>
  );
}

function TaskRow({
  title,
  minutes,
  isDone,
  children,
}: {
  title: ReactNode;
  minutes: number;
  isDone: boolean;
  children: ReactNode;
}) {
  return (
    <li>
      <Disclosure
        summary={
          <>
            <DoneBox done={isDone} />
            <span>
              {title}{' '}
              <span className="text-sm font-normal text-ink-soft">
                {isDone ? (
                  <Trans>Done</Trans>
                ) : (
                  <Plural value={minutes} one="# minute" other="# minutes" />
                )}
              </span>
            </span>
          </>
        }
      >
        {children}
      </Disclosure>
    </li>
  );
}
