import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { FormError } from '../ui/form-error.tsx';
import { BackLink, ButtonLink, Link } from '../ui/link.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { OverviewIcon, PlusIcon, SettingsIcon, StatementIcon, TicketIcon } from '../ui/icons.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { PopoverLink } from '../ui/popover-link.tsx';
import { Rail } from '../ui/rail.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { TabBar, tabLook } from '../ui/tab-bar.tsx';
import { SignedMoney } from '../ui/signed-money.tsx';
import { UserText } from '../ui/user-text.tsx';
import { Section, Specimen } from './section.tsx';

const pages = { hasNextPage: true, isFetchingNextPage: false, fetchNextPage: () => undefined };

/** Ways on and back, what asks once more, and the small parts of sentences. */
export function Ways({ say }: { say: (english: string, arabic: string) => string }) {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const places = [
    {
      to: '/styleguide',
      name: say('Overview', 'نظرة عامة'),
      icon: <OverviewIcon className="size-5" />,
    },
    { to: '/tickets', name: say('Tickets', 'الطلبات'), icon: <TicketIcon className="size-5" /> },
    {
      to: '/account-statement',
      name: say('Statement', 'كشف الحساب'),
      icon: <StatementIcon className="size-5" />,
    },
    {
      to: '/settings',
      name: say('Settings', 'الإعدادات'),
      icon: <SettingsIcon className="size-5" />,
    },
  ];
  return (
    <Section title="Ways">
      <Specimen name="BackLink, Link, ButtonLink, PopoverLink, LoadMore">
        <div className="flex flex-wrap items-center gap-x-8 gap-y-3">
          <BackLink to="#content">{say('Back to Dashboard', 'العودة إلى لوحة التحكم')}</BackLink>
          <Link to="#content">{say('A ticket', 'طلب تمويل')}</Link>
          <ButtonLink to="#content">{say('Get Started', 'ابدأ الآن')}</ButtonLink>
          <PopoverLink to="#content" icon={<SettingsIcon className="size-5" />}>
            {say('Settings', 'الإعدادات')}
          </PopoverLink>
          <LoadMore className="" pages={pages} />
        </div>
      </Specimen>
      <Specimen name="Tabs">
        <Tabs
          label={say('Payments', 'الدفعات')}
          current="pay"
          tabs={[
            { id: 'pay', to: '/styleguide', name: say('Pay', 'السداد') },
            { id: 'received', to: '/tickets', name: say('Received', 'ما وصل') },
          ]}
        />
      </Specimen>
      <Specimen name="Rail; TabBar at the foot of a narrow window">
        <div className="max-w-48">
          <Rail label={say('Places', 'الأقسام')} sections={[{ id: 'all', places }]} />
        </div>
        <TabBar
          label={say('Places', 'الأقسام')}
          tabs={places.slice(0, 3)}
          action={
            <button type="button" className={tabLook}>
              <PlusIcon className="size-5" />
              {say('New Ticket', 'طلب جديد')}
            </button>
          }
          more={places.slice(3)}
        />
      </Specimen>
      <Specimen name="CopyButton, Confirm">
        <div className="flex flex-wrap gap-3">
          <CopyButton text="HM-100001" label={say('Copy', 'نسخ')} />
          <Button tone="danger" onPress={() => setAsking(true)}>
            {say('Cancel the request', 'إلغاء الطلب')}
          </Button>
        </div>
        {isAsking ? (
          <ConfirmDialog
            title={say('Cancel this request?', 'هل تريد إلغاء هذا الطلب؟')}
            cancel={say('Keep it', 'الإبقاء عليه')}
            confirm={say('Cancel the request', 'إلغاء الطلب')}
            isDanger
            isSending={false}
            onConfirm={close}
            onClose={close}
          >
            {say('It cannot be undone.', 'لا رجعة في ذلك.')}
          </ConfirmDialog>
        ) : null}
      </Specimen>
      <Specimen name="FormError">
        <FormError
          message={say(
            'Failed to save profile\nIt may have arrived: saving again is safe.',
            'تعذّر حفظ الملف\nربما وصلت بياناتك، ويمكنك الحفظ مرة أخرى بأمان.',
          )}
        />
      </Specimen>
      <Specimen name="Moment, SignedMoney, Typed">
        <p className="flex flex-wrap gap-x-8 gap-y-2">
          <DateTime at="2026-11-20T10:05:00Z" />
          <SignedMoney amount="-1500.00" />
          <UserText text={say('مدى للإعلان', 'Marks & Co.')} />
        </p>
      </Specimen>
    </Section>
  );
}
