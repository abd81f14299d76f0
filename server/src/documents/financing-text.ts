import type {
  DocumentBlock,
  DocumentSentence,
  DocumentSummary,
  DocumentText,
} from '#api/document-text.ts';
import { groupedAmount } from '#domain/amount-format.ts';
import type { IsoDate } from '#domain/calendar.ts';
import { formatHijriDate, formatIsoDate } from '#domain/date-format.ts';
import { ACCEPTANCE_VALID_DAYS } from '#domain/documents/acceptance.ts';
import { amountInWords } from '#domain/documents/amount-in-words.ts';
import type { Language } from '#domain/languages.ts';
import { halalasFromDecimal } from '#domain/money.ts';
import type { FinancingAgreement, Party, PromissoryNote } from './document-kinds.ts';
import { withoutInvisible } from './without-invisible.ts';

/** Removed from our own Arabic texts, because a mark above a letter garbles words copied from the PDF. */
const vowelMarks = /[\u064b-\u0652]/g;

/** The sentences of a language, joined from parts. */
type Sentence = (DocumentSentence[number] | DocumentSentence)[];
const joined = (...parts: Sentence): DocumentSentence => parts.flat();

const code = (text: string) => [{ code: text }];
const user = (text: string | null): DocumentSentence => (text ? [{ user: text }] : ['—']);
/** An account number in groups of four, as banks write it. */
const iban = (number: string) => code(number.replace(/(.{4})(?=.)/gu, '$1 '));
const figures = (amount_sar: string) => code(groupedAmount(amount_sar));

const NO_BREAK = '\u00a0';

/** What every document of a language writes alike. */
function writing(language: Language) {
  const isArabic = language === 'ar';
  const t = <Text>(english: Text, arabic: Text): Text => (isArabic ? arabic : english);
  const gregorian = (date: IsoDate) => formatIsoDate(date, language, 'long') + t('', ' م');
  const hijri = (date: IsoDate) => formatHijriDate(date, language) + t(' AH', '');
  return {
    t,
    gregorian,
    hijri,
    inBothCalendars: (date: IsoDate) => `${gregorian(date)} (${hijri(date)})`,
    sar: (amount: string): DocumentSentence =>
      t<DocumentSentence>(
        [`SAR${NO_BREAK}`, ...figures(amount)],
        [...figures(amount), `${NO_BREAK}ريال`],
      ),
    platformName: ({ name, name_ar }: FinancingAgreement['platform']) =>
      user((isArabic ? name_ar : null) ?? name),
    /** What is called a company, with its number where it is known. */
    named: ({ name, cr_number }: Party) =>
      joined(
        user(name),
        cr_number ? [t(', commercial registration ', '، سجل تجاري رقم '), ...code(cr_number)] : [],
      ),
  };
}

/** What an agreement says in a language. */
export function agreementText(given: FinancingAgreement, language: Language): DocumentText {
  const data = withoutInvisible(given);
  const { t, gregorian, hijri, inBothCalendars, sar, platformName } = writing(language);
  const { ticket_number, version, amount_sar, platform } = data;
  const party = (label: string, who: Party) => ({
    label,
    name: user(who.name),
    lines: [
      [who.contact_name, who.contact_title]
        .filter((part) => part !== null && part !== '')
        .flatMap((part, index) => [...(index > 0 ? [t(', ', '، ')] : []), ...user(part)]),
      who.cr_number
        ? joined(t('Commercial registration ', 'السجل التجاري '), code(who.cr_number))
        : [],
      who.address ? user(who.address) : [],
      who.email ? code(who.email) : [],
      who.phone ? code(who.phone) : [],
    ].filter((line) => line.length > 0),
  });
  const article = (title: string, ...text: Sentence) => joined({ strong: title }, ' ', ...text);
  const toAccount = platform.iban === null ? [] : joined(' ', iban(platform.iban));
  const blocks: DocumentBlock[] = [
    {
      kind: 'lead',
      text: t(
        joined(
          'For ticket ',
          code(ticket_number),
          ', version ',
          code(String(version)),
          `, made in Riyadh on ${inBothCalendars(data.agreed_on)}.`,
        ),
        joined(
          'لطلب التمويل ',
          code(ticket_number),
          '، النسخة ',
          code(String(version)),
          `، حررت في الرياض بتاريخ ${inBothCalendars(data.agreed_on)}.`,
        ),
      ),
    },
    {
      kind: 'parties',
      parties: [
        {
          ...party(t('First party: the platform', 'الطرف الأول: المنصة'), {
            name: null,
            contact_name: null,
            contact_title: null,
            email: null,
            phone: null,
            address: t(null, platform.address_ar) ?? platform.address,
            cr_number: platform.cr_number,
          }),
          name: platformName(platform),
        },
        party(t('Second party: the company', 'الطرف الثاني: الشركة'), data.company),
        party(t('Paid on the company’s behalf: the agency', 'المدفوع لها: الوكالة'), data.agency),
      ],
    },
    {
      kind: 'amount',
      label: t('Amount financed, and amount repaid', 'مبلغ التمويل، وهو نفسه مبلغ السداد'),
      amount: sar(amount_sar),
      note: t<DocumentSentence>(
        ['No interest, no fee and no other cost for the company: 0%.'],
        ['بلا فوائد ولا رسوم ولا أي تكلفة أخرى على الشركة: ', ...code('0%'), '.'],
      ),
    },
    { kind: 'heading', title: t('Repayment schedule', 'جدول السداد'), begins_page: false },
    {
      kind: 'table',
      head: [
        t('Installment', 'القسط'),
        t('Due date', 'تاريخ الاستحقاق'),
        t('Hijri', 'الموافق هجريا'),
        t('Amount (SAR)', 'المبلغ (ريال)'),
      ],
      rows: data.installments.map((one) => [
        code(String(one.seq)),
        [gregorian(one.due_date)],
        [hijri(one.due_date)],
        figures(one.amount_sar),
      ]),
      total: { label: t('Total', 'الإجمالي'), amount: figures(amount_sar) },
    },
    // What is financed stands on the first page, what is agreed with its acceptance on the second.
    {
      kind: 'heading',
      title: t('What the parties agree', 'ما اتفق عليه الطرفان'),
      begins_page: true,
    },
    {
      kind: 'articles',
      articles: [
        t(
          article(
            'Purpose.',
            'The platform pays the agency for the campaign that ticket ',
            code(ticket_number),
            ' describes, and the company repays the platform. The agency’s invoice and the description in the ticket are part of this agreement.',
          ),
          article(
            'الغرض.',
            'تدفع المنصة للوكالة قيمة الحملة الموصوفة في طلب التمويل ',
            code(ticket_number),
            '، وتسدد الشركة للمنصة. وتعد فاتورة الوكالة والوصف الوارد في الطلب جزءا من هذه الاتفاقية.',
          ),
        ),
        t(
          article(
            'Payment to the agency.',
            'Of the ',
            sar(amount_sar),
            ' the platform keeps a service fee of ',
            sar(data.fee_amount),
            ', of which ',
            sar(data.fee_vat_amount),
            ' is value added tax, and pays the agency ',
            sar(data.net_amount),
            '. The agency bears the fee; the company does not.',
          ),
          article(
            'الدفع للوكالة.',
            'تستبقي المنصة من مبلغ ',
            sar(amount_sar),
            ' رسوم خدمة قدرها ',
            sar(data.fee_amount),
            '، منها ',
            sar(data.fee_vat_amount),
            ' ضريبة قيمة مضافة، وتدفع للوكالة ',
            sar(data.net_amount),
            '. وتتحمل الوكالة هذه الرسوم ولا تتحمل الشركة منها شيئا.',
          ),
        ),
        t(
          article(
            'Repayment.',
            'The company repays ',
            sar(amount_sar),
            ', no more and no less, in the installments of the schedule, by bank transfer to the platform’s account',
            toAccount,
            ' and under the reference that the ticket shows. It owes nothing before the platform has released the payment to the agency.',
          ),
          article(
            'السداد.',
            'تسدد الشركة ',
            sar(amount_sar),
            ' دون زيادة أو نقصان، على الأقساط المبينة في الجدول، بحوالة بنكية إلى حساب المنصة',
            toAccount,
            ' وبالمرجع المبين في طلب التمويل. ولا يترتب عليها شيء قبل أن تعتمد المنصة صرف مستحقات الوكالة.',
          ),
        ),
        t(
          article(
            'No interest or late fee.',
            'No interest is charged. The amount of a late installment does not change: there is no late fee and no penalty. The platform reminds the company and may claim what is due by the means that the law provides.',
          ),
          article(
            'لا مقابل للأجل.',
            'لا تحتسب أي فوائد. ويبقى القسط المتأخر على حاله دون رسوم تأخير أو غرامة. وتذكر المنصة الشركة بالسداد، ولها المطالبة بالمستحق بالطرق التي يجيزها النظام.',
          ),
        ),
        t(
          article(
            'Early repayment.',
            'The company may repay all or a part at any time, at no cost. Payments are applied to the oldest installment first; anything paid in excess of all that is owed is returned.',
          ),
          article(
            'السداد المبكر.',
            'للشركة أن تسدد الكل أو الجزء في أي وقت دون تكلفة. ويحتسب المدفوع من أقدم الأقساط أولا، ويعاد ما زاد على المستحق.',
          ),
        ),
        t(
          article(
            'Default.',
            'An amount that the platform writes off because it was not paid is in default: the company still owes it, it is due immediately, and the company’s budget is suspended and reduced by it. While the company has anything in default, what it pays is applied first to what it has named, if it is due within seven days of the payment (if it names a ticket in default, this means the amount of it that is in default); then to whatever is due or overdue; then to what is in default; and only then to what falls due later.',
          ),
          article(
            'التعثر.',
            'ما تشطبه المنصة لعدم سداده يعد متعثرا: يبقى دينا على الشركة واجب السداد حالا، وتوقف ميزانيتها وتنقص بمقداره. وما دام على الشركة مبلغ متعثر احتسب ما تسدده أولا مما سمته ويستحق خلال سبعة أيام من يوم الدفع، وتسمية طلب متعثر تعني مبلغه المتعثر؛ ثم من كل مستحق أو متأخر؛ ثم من المتعثر؛ ثم من الأقساط اللاحقة.',
          ),
        ),
        t(
          article(
            'Promissory notes.',
            'With this agreement the company issues one promissory note for each installment, in Arabic; the English text is a translation. A note loses its effect when its installment is paid.',
          ),
          article(
            'السندات لأمر.',
            'تحرر الشركة مع هذه الاتفاقية سندا لأمر واحدا عن كل قسط باللغة العربية، وما كان بالإنجليزية فترجمته. وتنتهي آثار السند بسداد قسطه.',
          ),
        ),
        t(
          article(
            'If the payout does not arrive.',
            'Should the payment to the agency fail or be returned, the installments are not due until it has been released again; what the company has paid in the meantime is kept as its credit.',
          ),
          article(
            'إذا لم تصل المستحقات.',
            'إذا تعذر الدفع للوكالة أو أعيد المبلغ فلا تستحق الأقساط حتى يعتمد صرفه من جديد، ويبقى ما سددته الشركة في هذه الأثناء رصيدا لها.',
          ),
        ),
        t(
          article(
            'Dates.',
            `The due dates count from the day of this agreement. If the platform has not released the payment to the agency within ${ACCEPTANCE_VALID_DAYS} days of the company’s acceptance, not counting days on which the payment is stopped, or before the first due date, the company is asked to accept a new version with new dates before the payment is released.`,
          ),
          article(
            'التواريخ.',
            `تحسب تواريخ الاستحقاق من يوم هذه الاتفاقية. وإذا لم تعتمد المنصة صرف مستحقات الوكالة خلال ${ACCEPTANCE_VALID_DAYS} أيام من قبول الشركة، دون احتساب أيام إيقاف الصرف، أو قبل تاريخ استحقاق القسط الأول، عرضت على الشركة نسخة جديدة بتواريخ جديدة لتقبلها قبل اعتماد الصرف.`,
          ),
        ),
        t(
          article(
            'Law and language.',
            'The laws of the Kingdom of Saudi Arabia apply, and its courts have jurisdiction. This agreement is made in Arabic and in English; where they differ, the Arabic text prevails.',
          ),
          article(
            'النظام واللغة.',
            'تخضع هذه الاتفاقية لأنظمة المملكة العربية السعودية، وتختص محاكمها بالفصل في ما ينشأ عنها. وقد حررت بالعربية والإنجليزية، وعند الاختلاف يعتد بالنص العربي.',
          ),
        ),
      ],
    },
    {
      kind: 'acceptance',
      label: t('Acceptance', 'القبول'),
      text: t(
        [
          'The company accepts this agreement on the platform, through a person entitled to act for it. The platform records the name, the identity number, the time, the device, the network address and the digest of this file.',
        ],
        [
          'تقبل الشركة هذه الاتفاقية على المنصة بواسطة من يملك حق تمثيلها. وتحفظ المنصة الاسم ورقم الهوية والوقت والجهاز والعنوان الشبكي وبصمة هذا الملف.',
        ],
      ),
    },
  ];
  return {
    title: t('Financing agreement', 'اتفاقية تمويل'),
    number: `${ticket_number}/${version}`,
    blocks,
  };
}

/**
 * What a promissory note says in a language. One debt has one instrument: the Arabic note is it, the English is its
 * translation and promises nothing.
 */
export function noteText(given: PromissoryNote, language: Language): DocumentText {
  const data = withoutInvisible(given);
  const { t, inBothCalendars, sar, platformName, named } = writing(language);
  const { ticket_number, version, seq, count, amount_sar, company, platform } = data;
  const words = amountInWords(halalasFromDecimal(amount_sar), language).replace(vowelMarks, '');
  const inWords = t(`${words} only`, `فقط ${words} لا غير`);
  const maker = joined(
    user(company.name),
    company.cr_number
      ? [t(' (commercial registration ', ' (سجل تجاري رقم '), ...code(company.cr_number), ')']
      : [],
  );
  const blocks: DocumentBlock[] = [
    {
      kind: 'lead',
      text: t(
        joined(
          'Translation of Arabic note number ',
          code(String(seq)),
          ' of ',
          code(String(count)),
          ', for ticket ',
          code(ticket_number),
          '. For information only: this translation is not a promissory note, and nothing is owed under it.',
        ),
        joined(
          'السند ',
          code(String(seq)),
          ' من ',
          code(String(count)),
          '، لطلب التمويل ',
          code(ticket_number),
          '.',
        ),
      ),
    },
    {
      kind: 'facts',
      facts: [
        {
          label: t('Place and date of issue', 'مكان الإنشاء وتاريخه'),
          value: [`${t('Riyadh, ', 'الرياض، ')}${inBothCalendars(data.made_on)}`],
        },
        { label: t('Due date', 'تاريخ الاستحقاق'), value: [inBothCalendars(data.due_date)] },
        { label: t('Maker', 'المحرر (المدين)'), value: named(company) },
        { label: t('To the order of', 'لأمر'), value: platformName(platform) },
      ],
    },
    { kind: 'amount', label: t('Amount', 'المبلغ'), amount: sar(amount_sar), note: [inWords] },
    {
      kind: 'promise',
      text: t(
        joined(
          'The Arabic note reads: “By this promissory note, ',
          maker,
          ' promises, unconditionally, to pay to the order of ',
          platformName(platform),
          ' the amount of ',
          sar(amount_sar),
          ` (${inWords}) on ${inBothCalendars(data.due_date)}, in Riyadh`,
          platform.iban === null ? [] : [', by transfer to the account ', ...iban(platform.iban)],
          '.”',
        ),
        joined(
          'بموجب هذا السند لأمر، تتعهد ',
          maker,
          ' تعهدا غير معلق على شرط بأن تدفع لأمر ',
          platformName(platform),
          ' مبلغا قدره ',
          sar(amount_sar),
          ` (${inWords})، وذلك بتاريخ ${inBothCalendars(data.due_date)}، في مدينة الرياض`,
          platform.iban === null ? [] : ['، بالتحويل إلى الحساب ', ...iban(platform.iban)],
          '.',
        ),
      ),
    },
    {
      kind: 'facts',
      facts: [
        {
          label: t('Place of payment', 'مكان الوفاء'),
          value: [t('Riyadh, Kingdom of Saudi Arabia', 'الرياض، المملكة العربية السعودية')],
        },
        { label: t('Address of the maker', 'عنوان المحرر'), value: user(company.address) },
      ],
    },
    {
      kind: 'acceptance',
      label: t('Acceptance', 'القبول'),
      text: t(
        [
          'The maker signs the Arabic note by accepting it on the platform, through a person entitled to bind it. The platform records the name, the identity number, the time, the device, the network address and the digest of the file. The note loses its effect when its installment is paid.',
        ],
        [
          'يوقع المحرر هذا السند بقبوله على المنصة بواسطة من يملك حق إلزامه. وتحفظ المنصة الاسم ورقم الهوية والوقت والجهاز والعنوان الشبكي وبصمة هذا الملف. وهذا السند هو الأصل الوحيد، وما سواه ترجمة. وتنتهي آثاره بسداد قسطه.',
        ],
      ),
    },
  ];
  return {
    title: t('Translation of a promissory note', 'سند لأمر'),
    number: `${ticket_number}/${version}-${seq}`,
    blocks,
  };
}

/** What the documents of a version agree, in three sentences. */
export function agreementSummary(given: FinancingAgreement, language: Language): DocumentSummary {
  const data = withoutInvisible(given);
  const { t, gregorian, sar, platformName } = writing(language);
  const { installments } = data;
  const count = installments.length;
  const [first, last] = [installments[0]!, installments.at(-1)!];
  const when = t(
    count === 1
      ? [`in one installment on ${gregorian(first.due_date)}`]
      : joined(
          'in ',
          code(String(count)),
          ` installments from ${gregorian(first.due_date)} to ${gregorian(last.due_date)}`,
        ),
    count === 1
      ? [`على قسط واحد في ${gregorian(first.due_date)}`]
      : joined(
          'على أقساط عددها ',
          code(String(count)),
          `، أولها في ${gregorian(first.due_date)} وآخرها في ${gregorian(last.due_date)}`,
        ),
  );
  return [
    t(
      joined(
        platformName(data.platform),
        ' pays ',
        user(data.agency.name),
        ' for your campaign, and your company repays ',
        sar(data.amount_sar),
        ' ',
        when,
        '.',
      ),
      joined(
        'تدفع ',
        platformName(data.platform),
        ' قيمة الحملة إلى ',
        user(data.agency.name),
        '، وتسدد شركتك ',
        sar(data.amount_sar),
        ' ',
        when,
        '.',
      ),
    ),
    t(
      ['Your company pays no interest and no fee, and a late installment does not grow.'],
      ['لا تدفع شركتك فوائد ولا رسوما، ولا يزيد القسط المتأخر.'],
    ),
    t(
      [
        'For each installment your company signs a promissory note: an unconditional promise to pay it on its day.',
      ],
      ['وتوقع شركتك عن كل قسط سندا لأمر: تعهدا غير معلق على شرط بدفعه في يوم استحقاقه.'],
    ),
  ];
}
