import { useState, type ReactNode } from 'react';
import type { Language } from '#domain/languages.ts';
import { Badge } from '../ui/badge.tsx';
import { StatusBadge, type Status } from '../ui/status-badge.tsx';
import { BellMark } from '../ui/bell-mark.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Checklist } from '../ui/checklist.tsx';
import { ChoiceCards } from '../ui/choice.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorReference } from '../ui/error-reference.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { FileField } from '../ui/file-field.tsx';
import { InfoIcon } from '../ui/icons.tsx';
import { NothingHere, TornPoster } from '../ui/illustrations.tsx';
import { DueDate, IsoDate, RelativeDate } from '../ui/iso-date.tsx';
import { DescriptionList } from '../ui/description-list.tsx';
import { SumList } from '../ui/sum-list.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Money, MoneyOrDash, NoFigure } from '../ui/money.tsx';
import { MoneyField } from '../ui/money-field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Popover } from '../ui/popover.tsx';
import { PrintButton } from '../ui/print-button.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { Select } from '../ui/select.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { Stat } from '../ui/stat.tsx';
import { EventTimeline } from '../ui/event-timeline.tsx';
import { Table, type Column } from '../ui/table.tsx';
import { PasswordField, TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toaster.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { Charts } from './charts.tsx';
import { Section, Specimen } from './section.tsx';
import { TriggerButton } from '../ui/trigger-button.tsx';
import { Ways } from './ways.tsx';

/** The specimens' words in both languages; they are no texts of the product. */
/** A part whose file does not come. */
const Gone = lazyPart<object>(() => Promise.reject(new Error('404')));

type Say = (english: string, arabic: string) => string;

/** Every component in its states. */
export function Components({ language }: { language: Language }) {
  const say: Say = (english, arabic) => (language === 'ar' ? arabic : english);
  return (
    <>
      <Figures say={say} />
      <Charts say={say} />
      <Lists say={say} />
      <Words say={say} />
      <Controls say={say} />
      <Ways say={say} />
    </>
  );
}

function Figures({ say }: { say: Say }) {
  const sum = (
    <SumList
      rows={[
        { id: 'total', label: say('Total budget', 'الميزانية الإجمالية'), amount: '150000.00' },
        {
          id: 'held',
          label: say('Held by pending tickets', 'محجوز لطلبات بانتظار الموافقة'),
          amount: '12500.50',
          minus: true,
        },
        {
          id: 'committed',
          label: say('Committed to active tickets', 'ملتزم به لطلبات نشطة'),
          amount: '48000.00',
          minus: true,
        },
        { id: 'available', label: say('Available', 'المتاح'), amount: '89499.50', total: true },
      ]}
    />
  );
  return (
    <Section title="Figures">
      <Specimen name="Stat, Disclosure, Ledger">
        <div className="grid gap-8 lg:grid-cols-[1.2fr_1fr]">
          <Card title={say('Capacity', 'القدرة التمويلية')}>
            <Stat
              label={say('You can spend', 'يمكنك إنفاق')}
              figure={<Money amount="89499.50" />}
              note={say('With any agency of the network.', 'لدى أي وكالة في الشبكة.')}
            />
            <Disclosure
              summary={say('How this is counted', 'كيف حُسب هذا المبلغ')}
              open
              className="mt-3"
            >
              {sum}
            </Disclosure>
          </Card>
          <Card title={say('Next', 'التالي')} look="plain">
            <div className="grid grid-cols-2 gap-6">
              <Stat
                quiet
                label={say('Next installment', 'القسط التالي')}
                figure={<Money amount="3333.34" />}
                note={<DueDate date="2026-11-20" stacked />}
              />
              <Stat quiet label={say('Waiting for an answer', 'بانتظار الرد')} figure="2" />
            </div>
            <Disclosure summary={say('How this is counted', 'كيف حُسب هذا المبلغ')} className="mt-3">
              {sum}
            </Disclosure>
          </Card>
        </div>
      </Specimen>
      <Specimen name="Money, MoneyOrDash, NoFigure, IsoDate, DueDate, RelativeDate">
        <p className="flex flex-wrap gap-x-8 gap-y-2">
          <Money amount="1500.00" />
          <MoneyOrDash amount="0.00" />
          <NoFigure />
          <Money amount="1234567.05" className="text-2xl font-semibold" />
          <IsoDate date="2026-11-20" />
          <DueDate date="2026-11-20" />
          <RelativeDate date="2026-12-02" today="2026-11-20" />
          <RelativeDate date="2026-11-19" today="2026-11-20" />
        </p>
      </Specimen>
      <Specimen name="ProgressBar, Skeleton, Spinner">
        <div className="grid max-w-xl gap-4">
          <ProgressBar label={say('Profile', 'الملف')} value={60} />
          <Skeleton className="h-12 w-48" />
          <Skeleton />
          <Spinner />
        </div>
      </Specimen>
    </Section>
  );
}

const statuses: readonly Status[] = [
  'PendingAgencyApproval',
  'Approved',
  'Active',
  'Completed',
  'Closed',
  'Rejected',
  'Due',
  'Paid',
  'Overdue',
  'Pending',
  'Sent',
  'Confirmed',
  'Failed',
  'Cancelled',
];

const rows = [
  { number: 'HM-100001', date: '2026-11-02', amount: '10000.00', status: 'Due' },
  { number: 'HM-100007', date: '2026-11-20', amount: '3333.34', status: 'Overdue' },
  { number: 'HM-100012', date: '2026-12-20', amount: '3333.33', status: 'Paid' },
] as const;

const columnsOf = (say: Say): Column<(typeof rows)[number]>[] => [
  {
    id: 'ticket',
    header: say('Ticket', 'الطلب'),
    cell: ({ number }) => <bdi>{number}</bdi>,
  },
  {
    id: 'date',
    header: say('Due date', 'تاريخ الاستحقاق'),
    cell: ({ date }) => <DueDate date={date} />,
  },
  {
    id: 'status',
    header: say('Status', 'الحالة'),
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    id: 'amount',
    header: say('Amount', 'المبلغ'),
    figures: true,
    cell: ({ amount }) => <Money amount={amount} />,
    total: <Money amount="16666.67" />,
  },
];

function Lists({ say }: { say: Say }) {
  return (
    <Section title="Lists">
      <Specimen name="History">
        <div className="max-w-2xl">
          <EventTimeline
            label={say('History of the ticket', 'مراحل الطلب')}
            events={[
              {
                id: 1,
                title: say('Submitted', 'قُدّم الطلب'),
                time: <IsoDate date="2026-11-01" />,
                state: 'past',
              },
              {
                id: 2,
                title: say('Approved by the agency', 'وافقت عليه الوكالة'),
                time: <IsoDate date="2026-11-03" />,
                state: 'past',
                children: <bdi>{say('Marks & Co.', 'وكالة مدى للإعلان')}</bdi>,
              },
              {
                id: 3,
                title: say('First installment', 'القسط الأول'),
                time: <DueDate date="2026-11-20" />,
                state: 'late',
                children: <Money amount="3333.33" />,
              },
              { id: 4, title: say('Waiting for the payment', 'بانتظار السداد'), state: 'now' },
              {
                id: 5,
                title: say('Second installment', 'القسط الثاني'),
                time: <DueDate date="2026-12-20" />,
                state: 'future',
                children: <Money amount="3333.34" />,
              },
              {
                id: 6,
                title: say('Rejected', 'رُفض الطلب'),
                time: <IsoDate date="2026-12-21" />,
                state: 'stopped',
              },
            ]}
          />
        </div>
      </Specimen>
      <Specimen name="Checklist">
        <Checklist
          label={say('Set-up', 'إعداد الحساب')}
          items={[
            { id: 1, label: say('Company name', 'اسم الشركة'), done: true },
            {
              id: 2,
              label: say('Revenue of the last six months', 'إيرادات الأشهر الستة الماضية'),
              done: false,
              to: '/profile/company',
            },
            {
              id: 3,
              label: say('Bank statement', 'كشف الحساب البنكي'),
              done: false,
              to: '/profile/company',
            },
          ]}
        />
      </Specimen>
      <Specimen name="DescriptionList">
        <DescriptionList
          facts={[
            { id: 1, label: say('Agency', 'الوكالة'), value: <bdi>Marks & Co.</bdi> },
            { id: 2, label: say('Amount', 'المبلغ'), value: <Money amount="10000.00" /> },
            { id: 3, label: say('Status', 'الحالة'), value: <StatusBadge status="Active" /> },
            { id: 4, label: say('Ticket', 'الطلب'), value: <bdi>HM-100001</bdi> },
            { id: 5, label: say('Due', 'الاستحقاق'), value: <DueDate date="2026-11-20" /> },
            {
              id: 6,
              label: say('Description', 'الوصف'),
              value: say('A launch campaign in Riyadh and Jeddah.', 'حملة إطلاق في الرياض وجدة.'),
              wide: true,
            },
          ]}
        />
      </Specimen>
      <Specimen name="Table">
        <Table
          label={say('Installments', 'الأقساط')}
          columns={columnsOf(say)}
          rows={rows}
          rowKey={({ number }) => number}
          totalsLabel={say('Total', 'الإجمالي')}
        />
      </Specimen>
      <Specimen name="StatusBadge, Badge">
        <p className="flex flex-wrap gap-2">
          {statuses.map((status) => (
            <StatusBadge key={status} status={status} />
          ))}
          <Badge>{say('Plain', 'عادي')}</Badge>
          {[0, 7, 100].map((unread) => (
            <span key={unread} className="mx-2 inline-grid size-11 place-items-center">
              <BellMark unread={unread} />
            </span>
          ))}
        </p>
      </Specimen>
    </Section>
  );
}

function Words({ say }: { say: Say }) {
  const drawings: [string, ReactNode][] = [
    ['TornPoster', <TornPoster key={1} />],
    ['NothingHere', <NothingHere key={2} />],
  ];
  const fact = say('One thing to know before going on.', 'أمر ينبغي أن تعرفه قبل المتابعة.');
  return (
    <Section title="Words">
      <Specimen name="Notice">
        <div className="grid gap-3">
          <Notice tone="info" title={say('Riyadh time', 'بتوقيت الرياض')}>
            {fact}
          </Notice>
          <Notice tone="good">{fact}</Notice>
          <Notice
            tone="warn"
            action={
              <Button tone="secondary" size="small">
                {say('Complete your profile', 'أكمل ملفك')}
              </Button>
            }
            onDismiss={() => toast.info(say('Dismissed', 'أُخفي'))}
          >
            {fact}
          </Notice>
          <Notice tone="danger" title={say('2 installments are overdue', 'قسطان متأخران')}>
            {fact}
          </Notice>
        </div>
      </Specimen>
      <Specimen name="EmptyState">
        <div className="grid gap-8 lg:grid-cols-2">
          <EmptyState
            title={say('No current tickets', 'لا توجد طلبات حالية')}
            action={<Button size="small">{say('Add New Ticket', 'إضافة طلب جديد')}</Button>}
          >
            {say(
              'Tickets stand here once an agency has approved them.',
              'تظهر الطلبات هنا بعد موافقة الوكالة عليها.',
            )}
          </EmptyState>
          <EmptyState title={say('No upcoming payments yet', 'لا توجد أقساط قادمة بعد')}>
            {say('They begin when a ticket is approved.', 'تبدأ عند اعتماد أول طلب.')}
          </EmptyState>
        </div>
      </Specimen>
      <Specimen name="Illustrations">
        <ul className="grid grid-cols-2 gap-6 lg:grid-cols-5">
          {drawings.map(([name, drawing]) => (
            <li key={name} className="text-sm">
              {drawing}
              <code dir="ltr">{name}</code>
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen name="ErrorState">
        <ErrorState
          message={say('The dashboard could not be loaded.', 'تعذّر تحميل لوحة التحكم.')}
          onRetry={() => undefined}
        >
          <ErrorReference
            of={{ code: 'unexpected_failure', request_id: '0f8b2c51-3f0e-4d1c-9a86-5a1f0a0b7c11' }}
          />
        </ErrorState>
      </Specimen>
      <Specimen name="lazyPart">
        <Gone />
      </Specimen>
      <Specimen name="Toasts">
        <div className="flex flex-wrap gap-3">
          <Button size="small" tone="secondary" onPress={() => toast.success(say('Saved', 'حُفظ'))}>
            success
          </Button>
          <Button
            size="small"
            tone="secondary"
            onPress={() => toast.error(say('Please upload an invoice.', 'يُرجى رفع الفاتورة.'))}
          >
            error
          </Button>
        </div>
      </Specimen>
    </Section>
  );
}

function Controls({ say }: { say: Say }) {
  const [isOpen, setOpen] = useState(false);
  const [term, setTerm] = useState<'1' | '2' | '3'>('2');
  const [agency, setAgency] = useState<string | null>(null);
  return (
    <Section title="Controls">
      <Specimen name="Button">
        <div className="flex flex-wrap items-center gap-3">
          <Button>{say('Primary', 'رئيسي')}</Button>
          <Button tone="secondary">{say('Secondary', 'ثانوي')}</Button>
          <Button tone="quiet">{say('Quiet', 'هادئ')}</Button>
          <Button tone="danger">{say('Danger', 'خطر')}</Button>
          <Button isPending>{say('Sending', 'جارٍ الإرسال')}</Button>
          <Button isDisabled>{say('Disabled', 'معطّل')}</Button>
          <Button size="small">{say('Small', 'صغير')}</Button>
          <Button size="large">{say('Large', 'كبير')}</Button>
          <PrintButton />
        </div>
      </Specimen>
      <Specimen name="Fields">
        <div className="grid max-w-3xl gap-6 sm:grid-cols-2">
          <TextField
            label={say('Company name', 'اسم الشركة')}
            hint={say('As registered.', 'كما في السجل.')}
          />
          <TextField
            label={say('Email', 'البريد الإلكتروني')}
            ltr
            placeholder="name@example.com"
            error={say('Not an address.', 'عنوان غير صحيح.')}
          />
          <PasswordField label={say('Password', 'كلمة المرور')} />
          <MoneyField label={say('Amount', 'المبلغ')} placeholder="0.00" optional />
          <Select
            label={say('Agency', 'الوكالة')}
            value={agency}
            onChange={setAgency}
            placeholder={say('Choose', 'اختر')}
            options={[
              { id: 'a', label: 'Marks & Co.' },
              { id: 'b', label: 'مدى للإعلان' },
            ]}
          />
          <TextField label={say('Disabled', 'معطّل')} isDisabled defaultValue="HM-100001" ltr />
        </div>
        <div className="mt-6 grid max-w-3xl gap-6">
          <ChoiceCards
            label={say('Repayment Term', 'مدة السداد')}
            columns={3}
            value={term}
            onChange={setTerm}
            choices={[
              { id: '1', label: say('1 month', 'شهر واحد') },
              { id: '2', label: say('2 months', 'شهران') },
              { id: '3', label: say('3 months', '3 أشهر') },
            ]}
          />
          <FileField
            label={say('Invoice', 'الفاتورة')}
            hint={say('PDF, JPG or PNG, up to 10 MB', 'PDF أو JPG أو PNG، حتى 10 ميجابايت')}
            accept={['.pdf']}
            files={[
              { key: 'a', name: 'invoice-2026-11.pdf', state: 'uploading', progress: 45 },
              { key: 'b', name: 'فاتورة نوفمبر.pdf', state: 'done' },
              {
                key: 'c',
                name: 'scan.jpg',
                state: 'failed',
                message: say('Could not be sent.', 'تعذّر الإرسال.'),
              },
            ]}
            onChoose={() => undefined}
            onRemove={() => undefined}
            onRetry={() => undefined}
          />
        </div>
      </Specimen>
      <Specimen name="Dialog, Popover, Tooltip">
        <div className="flex flex-wrap gap-3">
          <Button tone="secondary" onPress={() => setOpen(true)}>
            {say('Open a dialog', 'افتح نافذة')}
          </Button>
          <Popover
            label={say('A day', 'يوم')}
            trigger={<TriggerButton tone="secondary">{say('A day', 'يوم')}</TriggerButton>}
          >
            <DueDate date="2026-11-20" stacked />
          </Popover>
          <span className="relative inline-flex w-72">
            <Tooltip
              label={say('What is net?', 'ما الصافي؟')}
              text={say('Net of the 5% fee', 'الصافي بعد رسوم 5%')}
            >
              <InfoIcon className="size-5" />
            </Tooltip>
          </span>
        </div>
        <Dialog
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          title={say('Approve this ticket?', 'الموافقة على هذا الطلب؟')}
          lead={say('You receive the amount within a week.', 'تستلم المبلغ خلال أسبوع.')}
          actions={
            <>
              <Button tone="secondary" onPress={() => setOpen(false)}>
                {say('Cancel', 'إلغاء')}
              </Button>
              <Button onPress={() => setOpen(false)}>{say('Approve', 'موافقة')}</Button>
            </>
          }
        >
          <SumList
            rows={[
              { id: 1, label: say('Gross', 'الإجمالي'), amount: '10000.00' },
              { id: 2, label: say('Fee', 'الرسوم'), amount: '500.00', minus: true },
              { id: 3, label: say('Net', 'الصافي'), amount: '9500.00', total: true },
            ]}
          />
        </Dialog>
      </Specimen>
    </Section>
  );
}
