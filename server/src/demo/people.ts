import type { SpecializationCode } from '#domain/profiles/agency-profile.ts';
import type { TermMonths } from '#domain/tickets/repayment-term.ts';

/** The people of the demo: invented, in Arabic and English, each company in a situation of its own. */

export const demoPassword = 'Hamla-demo-2026';

/** What a company buys again and again: from agencies that sell it, in the company's language. */
export interface Campaign {
  buys: SpecializationCode;
  description: string;
}

/** Situations that a person of the demo shows; demo.test.ts checks that each person has theirs. */
export const demoSituations = {
  upcoming: 'installments to come',
  waiting: 'tickets that wait for their agency',
  completed: 'completed tickets',
  late: 'an installment that is a few days overdue',
  promised: 'a promise to pay what is overdue',
  stopped: 'overdue for too long: no new requests, and an agency whose payment is under review',
  writtenOff: 'a ticket that was written off, and a suspended budget',
  suspended: 'a suspended budget: no new requests',
  adjusted: 'a budget that staff have lowered',
  proposed: 'grown revenue: a higher budget waits for staff',
  preliminary: 'a small, preliminary budget: try to request more than it allows',
  noBudget: 'no revenue given: the budget is not set, requests take longer',
  repaid: 'every ticket is repaid',
  refundLost: 'a refund that the bank took back and that was written off, and a suspended budget',
  emptyCompany: 'just signed up: empty profile, empty lists, the banner',
  toAnswer: 'tickets to approve or reject',
  approved: 'approved tickets',
  history: 'past tickets',
  expected: 'expected payments',
  otherIban: 'another IBAN that waits for staff',
  noIban: 'payments that are late because there is no IBAN',
  suspendedAgency: 'a suspended agency: no new requests, payments that wait',
  emptyAgency: 'just signed up: empty profile, empty columns, the banner',
  console: 'a payout run that waits for its release, bank statements, reviews, payments',
} as const;

export type DemoSituation = keyof typeof demoSituations;

export interface DemoCompany {
  role: 'company';
  email: string;
  name: string;
  situations: readonly DemoSituation[];
  city: string;
  contact_name: string;
  contact_title: string;
  business_area: string;
  website: string;
  cr_number: string;
  /** SAR a month, oldest first; null: none given, so that no budget is set. */
  revenue: number[] | null;
  documents: 'all' | 'some' | 'none';
  /** What staff have made of its budget; confirmed where nothing is said. */
  budgetIs?: 'confirmed' | 'preliminary' | 'adjusted' | 'suspended' | 'proposed';
  campaigns: readonly Campaign[];
  /** How many tickets it requests, compared with the other companies. */
  pace: number;
  /** The terms it chooses; all of them where nothing is said. */
  terms?: readonly TermMonths[];
  /** It requests nothing in so many days before the present, but what shows its lateness. */
  quietDays?: number;
  /** Why it does not pay; the tickets that show it stand in plan.ts. */
  late?: 'closed down' | 'too late' | 'a little late';
  /** From so many days before the present on it pays nothing. */
  stopsPayingDays?: number;
  /** Whether it requests financing. */
  active: boolean;
}

export interface DemoAgency {
  role: 'agency';
  email: string;
  name: string;
  situations: readonly DemoSituation[];
  city: string;
  contact_name: string;
  contact_title: string;
  specializations: SpecializationCode[];
  specialization_other?: string;
  otherDocuments: number;
  /** Without one it cannot be paid. */
  hasIban?: false;
  /** By staff: not chosen for new tickets and not paid. */
  isSuspended?: true;
  active: boolean;
}

interface DemoStaff {
  role: null;
  email: string;
  name: string;
  situations: readonly DemoSituation[];
}

function company(
  address: string,
  name: string,
  [city, contact_name, contact_title]: [string, string, string],
  business_area: string,
  revenue: number[] | null,
  campaigns: readonly (readonly [SpecializationCode, string])[],
  options: Partial<DemoCompany> = {},
): DemoCompany {
  const [user, domain] = address.split('@') as [string, string];
  return {
    role: 'company',
    email: `${user}@${domain}.example`,
    name,
    situations: [],
    city,
    contact_name,
    contact_title,
    business_area,
    website: `https://www.${domain}.example`,
    cr_number: inventedCrNumber(domain),
    revenue,
    documents: 'all',
    campaigns: campaigns.map(([buys, description]) => ({ buys, description })),
    pace: 4,
    active: true,
    ...options,
  };
}

/** A number that belongs to nobody, always the same for the same address. */
export const numberOf = (address: string) =>
  Array.from(address).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9_999_991, 7);

/** Ten digits. */
export const inventedCrNumber = (address: string) =>
  `1010${String(numberOf(address) % 1_000_000).padStart(6, '0')}`;

/** Fifteen digits of the form of the tax authority's test number. */
export const inventedVatNumber = (address: string) =>
  `399999${String(numberOf(address) % 1_000_000).padStart(6, '0')}003`;

export const demoCompanies: DemoCompany[] = [
  company(
    'finance@najd-coffee',
    'Najd Coffee Roasters',
    ['Riyadh', 'Sara Al-Qahtani', 'Finance Manager'],
    'Coffee roasting and cafés',
    [310_000, 325_000, 298_000, 342_000, 361_000, 377_500],
    [
      ['social_media', 'Accounts of our five cafés, one month of posts and replies'],
      ['radio_tv_billboards', 'Opening of the café in Al Malqa: road signs and radio'],
      ['digital_advertising', 'Search and social ads for the online shop'],
      ['photo_video_production', 'Photos and a short film of the new single origins'],
      ['experiential_events', 'Tasting stand at a food and coffee fair'],
      ['branding', 'New bags and labels for the espresso blends'],
    ],
    { pace: 6, situations: ['upcoming', 'waiting'] },
  ),
  company(
    'hisabat@bait-altamr',
    'بيت التمر',
    ['القصيم', 'عبدالله المطيري', 'المدير المالي'],
    'تجارة التمور والحلويات',
    [520_000, 498_000, 611_000, 702_500, 655_000, 690_000],
    [
      ['digital_advertising', 'إعلانات المتجر الإلكتروني في محركات البحث'],
      ['radio_tv_billboards', 'لوحات طرق لافتتاح فرع بريدة'],
      ['photo_video_production', 'تصوير علب الهدايا الجديدة'],
      ['social_media', 'محتوى شهر لحسابات التواصل'],
      ['experiential_events', 'جناح في معرض للأغذية'],
    ],
    { pace: 6, situations: ['upcoming', 'completed'] },
  ),
  company(
    'accounts@tuwaiq-outdoor',
    'Tuwaiq Outdoor',
    ['Riyadh', 'Faisal Al-Harbi', 'Chief Executive'],
    'Camping and outdoor equipment',
    [180_000, 195_000, 240_000, 205_000, 188_000, 214_000],
    [
      ['photo_video_production', 'Film of a weekend in the desert with our tents'],
      ['digital_advertising', 'Ads for the clearance of last year’s models'],
      ['experiential_events', 'A camp to try our equipment, two weekends'],
    ],
    { pace: 3, terms: [1], quietDays: 52, situations: ['completed', 'repaid', 'refundLost'] },
  ),
  company(
    'mali@sundus-clinics',
    'عيادات سندس',
    ['الدمام', 'د. نورة الشمري', 'المديرة العامة'],
    'رعاية صحية وعيادات أسنان',
    [410_000, 402_000, 415_000, 420_000, 431_000, 440_000],
    [
      ['digital_advertising', 'إعلانات بحث لعيادة تقويم الأسنان'],
      ['web_design_support', 'صفحات الحجز في موقع العيادات'],
      ['social_media', 'نصائح صحية لحسابات التواصل، شهر واحد'],
      ['print_swag_promo', 'مطويات وبطاقات مواعيد للعيادات الثلاث'],
    ],
    { situations: ['upcoming', 'waiting'] },
  ),
  company(
    'finance@hejaz-perfumes',
    'Hejaz Perfumes',
    ['Jeddah', 'Omar Bajaber', 'Head of Finance'],
    'Perfumes and oud',
    [265_000, 230_000, 340_000, 298_000, 275_000, 310_000],
    [
      ['photo_video_production', 'Film and photos for the launch of an oud'],
      ['social_media', 'Influencers try the new collection'],
      ['branding', 'Bottle and gift box of the new collection'],
      ['digital_advertising', 'Ads for the gift boxes'],
    ],
    { quietDays: 6, late: 'a little late', situations: ['late', 'promised', 'completed'] },
  ),
  company(
    'info@sanabel-bakery',
    'مخابز السنابل',
    ['مكة المكرمة', 'خالد الزهراني', 'المالك'],
    'مخابز وحلويات',
    [150_000, 152_000, 149_000, 160_500, 158_000, 162_000],
    [
      ['print_swag_promo', 'أكياس وعلب بهوية المخبز الجديدة'],
      ['social_media', 'تعريف بفرع العزيزية في حسابات التواصل'],
    ],
    {
      pace: 2,
      terms: [1],
      quietDays: 85,
      late: 'closed down',
      stopsPayingDays: 50,
      documents: 'some',
      situations: ['writtenOff'],
    },
  ),
  company(
    'ap@redsea-divers',
    'Red Sea Divers',
    ['Yanbu', 'Lina Al-Juhani', 'Operations Director'],
    'Diving trips and tourism',
    [90_000, 120_000, 210_000, 260_000, 190_000, 130_000],
    [
      ['photo_video_production', 'Underwater film for the trips page'],
      ['seo', 'Trips pages in two languages, found by search'],
      ['digital_advertising', 'Ads for the last places of the season'],
    ],
    {
      pace: 2,
      terms: [1],
      quietDays: 52,
      documents: 'some',
      budgetIs: 'adjusted',
      situations: ['adjusted', 'completed', 'repaid'],
    },
  ),
  company(
    'finance@masar-edtech',
    'Masar Learning',
    ['Riyadh', 'Hind Al-Otaibi', 'Co-founder'],
    'Online courses for schools',
    [75_000, 98_000, 120_000, 148_000, 170_000, 195_000],
    [
      ['digital_advertising', 'Ads for the mathematics course'],
      ['seo', 'Course pages for search, one month'],
      ['web_design_support', 'A page where schools book a lesson to try'],
    ],
    { pace: 3, budgetIs: 'proposed', situations: ['proposed', 'upcoming'] },
  ),
  company(
    'hisab@dar-alanaqa',
    'دار الأناقة للأزياء',
    ['جدة', 'ريم باعشن', 'مديرة التسويق'],
    'أزياء وعبايات',
    [205_000, 198_000, 220_000, 305_000, 280_000, 240_000],
    [
      ['photo_video_production', 'تصوير مجموعة العبايات الجديدة'],
      ['social_media', 'تعاون مع مؤثرات لإطلاق المجموعة'],
      ['digital_advertising', 'إعلانات المتجر الإلكتروني'],
      ['branding', 'تجديد هوية المعارض الثلاثة'],
    ],
    { budgetIs: 'suspended', situations: ['suspended', 'upcoming'] },
  ),
  company(
    'office@alahsa-furniture',
    'Al Ahsa Furniture',
    ['Al Ahsa', 'Yousef Al-Mulla', 'General Manager'],
    'Furniture and interiors',
    [330_000, 315_000, 322_000, 318_000, 336_000, 341_000],
    [
      ['full_service_marketing', 'Relaunch of the showroom in Al Mubarraz'],
      ['print_swag_promo', 'Catalogue of the living rooms, 4,000 copies'],
      ['digital_advertising', 'Ads for the kitchens'],
    ],
    {
      pace: 2,
      terms: [1],
      quietDays: 60,
      late: 'too late',
      stopsPayingDays: 22.5,
      situations: ['stopped', 'completed'],
    },
  ),
  company(
    'pay@wasil-delivery',
    'Wasil Delivery',
    ['Riyadh', 'Majed Al-Dosari', 'Chief Financial Officer'],
    'Last-mile delivery',
    [610_000, 640_000, 655_000, 690_000, 712_000, 745_000],
    [
      ['digital_advertising', 'Ads that recruit drivers in Riyadh and Jeddah'],
      ['radio_tv_billboards', 'Road signs and radio: delivered the same day'],
      ['full_service_marketing', 'Campaign for online shops that need delivery'],
      ['print_swag_promo', 'Jackets and stickers for 200 drivers'],
      ['web_design_support', 'A page where shops compute their rate'],
      ['social_media', 'Answers to customers on social media, one month'],
    ],
    { pace: 6, situations: ['upcoming'] },
  ),
  company(
    'mali@asir-honey',
    'عسل عسير',
    ['أبها', 'سعيد القحطاني', 'الشريك المؤسس'],
    'عسل ومنتجات طبيعية',
    [62_000, 58_000, 71_000, 69_500, 80_000, 84_000],
    [
      ['branding', 'عبوات وملصقات للعسل الجبلي'],
      ['photo_video_production', 'فيلم قصير من المناحل'],
      ['digital_advertising', 'إعلانات المتجر الإلكتروني'],
      ['experiential_events', 'ركن تذوق في سوق أسبوعي'],
    ],
    { pace: 2, budgetIs: 'preliminary', situations: ['preliminary', 'upcoming'] },
  ),
  company(
    'team@madar-gym',
    'Madar Fitness',
    ['Khobar', 'Abeer Al-Ghamdi', 'Founder'],
    'Fitness clubs',
    null,
    [
      ['social_media', 'Trainers show an exercise a day, one month'],
      ['radio_tv_billboards', 'Road signs round the new club'],
      ['digital_advertising', 'Ads for the memberships of the new club'],
    ],
    { pace: 2, documents: 'none', situations: ['noBudget', 'upcoming'] },
  ),
  company('hello@lulua-toys', 'Lulua Toys', ['Jeddah', '', ''], '', null, [], {
    documents: 'none',
    active: false,
    situations: ['emptyCompany'],
  }),
];

export const demoAgencies: DemoAgency[] = [
  {
    role: 'agency',
    email: 'studio@sada-creative.example',
    name: 'Sada Creative',
    situations: ['toAnswer', 'approved', 'history', 'expected'],
    city: 'Riyadh',
    contact_name: 'Maha Al-Saleh',
    contact_title: 'Managing Partner',
    specializations: ['full_service_marketing', 'branding', 'digital_advertising'],
    otherDocuments: 2,
    active: true,
  },
  {
    role: 'agency',
    email: 'maktab@athar-media.example',
    name: 'وكالة أثر للإعلام',
    situations: ['toAnswer', 'approved', 'history', 'expected'],
    city: 'جدة',
    contact_name: 'تركي السلمي',
    contact_title: 'المدير التنفيذي',
    specializations: ['photo_video_production', 'social_media'],
    otherDocuments: 1,
    active: true,
  },
  {
    role: 'agency',
    email: 'hello@sidra-digital.example',
    name: 'Sidra Digital',
    situations: ['toAnswer', 'approved', 'history', 'otherIban'],
    city: 'Riyadh',
    contact_name: 'Bandar Al-Anazi',
    contact_title: 'Account Director',
    specializations: ['digital_advertising', 'seo', 'web_design_support'],
    otherDocuments: 0,
    active: true,
  },
  {
    role: 'agency',
    email: 'info@lawhat-outdoor.example',
    name: 'لوحات للإعلان الخارجي',
    situations: ['suspendedAgency', 'history'],
    city: 'الدمام',
    contact_name: 'منيرة الدوسري',
    contact_title: 'مديرة المبيعات',
    specializations: ['radio_tv_billboards', 'print_swag_promo'],
    otherDocuments: 1,
    isSuspended: true,
    active: true,
  },
  {
    role: 'agency',
    email: 'events@majlis-live.example',
    name: 'Majlis Live',
    situations: ['toAnswer', 'history'],
    city: 'Khobar',
    contact_name: 'Rakan Al-Subaie',
    contact_title: 'Producer',
    specializations: ['experiential_events', 'other'],
    specialization_other: 'Trade fair stands',
    otherDocuments: 0,
    active: true,
  },
  {
    role: 'agency',
    email: 'team@qalam-content.example',
    name: 'Qalam Content',
    situations: ['toAnswer', 'noIban'],
    city: 'Madinah',
    contact_name: 'Amal Al-Rehaili',
    contact_title: 'Founder',
    specializations: ['social_media', 'branding'],
    otherDocuments: 3,
    hasIban: false,
    active: true,
  },
  {
    role: 'agency',
    email: 'new@bayan-studio.example',
    name: 'Bayan Studio',
    situations: ['emptyAgency'],
    city: 'Riyadh',
    contact_name: '',
    contact_title: '',
    specializations: [],
    otherDocuments: 0,
    active: false,
  },
];

/** One prepares a payout run, the other releases it. */
export const demoStaff: [DemoStaff, DemoStaff] = [
  { role: null, email: 'maha@hamla.example', name: 'Maha Al-Otaibi', situations: ['console'] },
  { role: null, email: 'faisal@hamla.example', name: 'فيصل القحطاني', situations: ['console'] },
];

export const demoPeople = [...demoCompanies, ...demoAgencies, ...demoStaff];

/** Whoever is named in Arabic reads and writes Arabic. */
export const languageOf = ({ name }: { name: string }): 'ar' | 'en' =>
  /\p{Script=Arabic}/u.test(name) ? 'ar' : 'en';

/** Why an agency says no, in its language; null: it gives no reason. */
export const rejectionReasons = {
  en: [
    'The invoice does not match the amount. Please upload the right one.',
    null,
    'The scope of work is not clear: please describe the deliverables.',
  ],
  ar: ['لا نستطيع تنفيذ الحملة في هذا الموعد.', 'الفاتورة غير مقروءة، نرجو رفع نسخة أوضح.', null],
} as const;

/** The lines of an agency's invoice for what was bought, the largest first. */
export const invoiceLines: Record<SpecializationCode, Record<'ar' | 'en', readonly string[]>> = {
  full_service_marketing: {
    en: ['Media space and ads', 'Concept, texts and design', 'Management of the campaign'],
    ar: ['المساحات الإعلانية', 'الفكرة والنصوص والتصميم', 'إدارة الحملة'],
  },
  web_design_support: {
    en: ['Design and development of pages', 'Texts in Arabic and English', 'Support for a month'],
    ar: ['تصميم الصفحات وتطويرها', 'النصوص بالعربية والإنجليزية', 'الدعم لمدة شهر'],
  },
  branding: {
    en: ['Design of the identity', 'Packaging and print files', 'Guide to its use'],
    ar: ['تصميم الهوية', 'التغليف وملفات الطباعة', 'دليل الاستخدام'],
  },
  digital_advertising: {
    en: ['Ad budget', 'Design of the ads', 'Set-up and weekly reports'],
    ar: ['ميزانية الإعلانات', 'تصميم الإعلانات', 'الإعداد والتقارير الأسبوعية'],
  },
  photo_video_production: {
    en: ['Days of filming with crew', 'Editing, colour and sound', 'Photographs, retouched'],
    ar: ['أيام تصوير مع الفريق', 'المونتاج والألوان والصوت', 'صور معالجة'],
  },
  print_swag_promo: {
    en: ['Printing and finishing', 'Design and proofs', 'Delivery'],
    ar: ['الطباعة والتشطيب', 'التصميم والبروفات', 'التوصيل'],
  },
  radio_tv_billboards: {
    en: ['Road signs, four weeks', 'Radio spots of 30 seconds', 'Printing and mounting'],
    ar: ['لوحات طرق لمدة أربعة أسابيع', 'إعلانات إذاعية مدتها 30 ثانية', 'الطباعة والتركيب'],
  },
  seo: {
    en: ['Texts for the pages', 'Technical changes', 'Report of positions'],
    ar: ['نصوص الصفحات', 'التعديلات التقنية', 'تقرير الترتيب'],
  },
  social_media: {
    en: ['Posts and short videos', 'Creators and their fees', 'Replies and reports'],
    ar: ['منشورات ومقاطع قصيرة', 'صناع المحتوى وأجورهم', 'الردود والتقارير'],
  },
  experiential_events: {
    en: ['Stand, built and taken down', 'Staff for the days', 'Samples and print'],
    ar: ['بناء الجناح وفكه', 'فريق العمل خلال الأيام', 'العينات والمطبوعات'],
  },
  other: {
    en: ['Production', 'Design', 'Delivery'],
    ar: ['الإنتاج', 'التصميم', 'التسليم'],
  },
};
