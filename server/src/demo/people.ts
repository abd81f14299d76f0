import type { SpecializationCode } from '#domain/profiles/agency-profile.ts';

/** The people of the demo: invented, believable, in Arabic and English. */

export const demoPassword = 'Hamla-demo-2026';

export interface DemoCompany {
  role: 'company';
  email: string;
  name: string;
  /** What is worth seeing after signing in. */
  sees: string;
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
  /** From so many days before the present on it pays nothing and requests nothing by itself. */
  stopsPayingDays?: number;
  /** Whether it requests financing. */
  active: boolean;
}

export interface DemoAgency {
  role: 'agency';
  email: string;
  name: string;
  sees: string;
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
  sees: string;
}

const lists = 'tickets of every kind, payment timeline, overdue notice, budget';

function company(
  address: string,
  name: string,
  [city, contact_name, contact_title]: [string, string, string],
  business_area: string,
  revenue: number[] | null,
  options: Partial<DemoCompany> = {},
): DemoCompany {
  const [user, domain] = address.split('@') as [string, string];
  return {
    role: 'company',
    email: `${user}@${domain}.example`,
    name,
    sees: lists,
    city,
    contact_name,
    contact_title,
    business_area,
    website: `https://www.${domain}.example`,
    cr_number: inventedCrNumber(domain),
    revenue,
    documents: 'all',
    active: true,
    ...options,
  };
}

/** Ten digits that are the same in every demo. */
function inventedCrNumber(domain: string): string {
  let sum = 7;
  for (const letter of domain) sum = (sum * 31 + letter.charCodeAt(0)) % 1_000_000;
  return `1010${String(sum).padStart(6, '0')}`;
}

export const demoCompanies: DemoCompany[] = [
  company(
    'finance@najd-coffee',
    'Najd Coffee Roasters',
    ['Riyadh', 'Sara Al-Qahtani', 'Finance Manager'],
    'Coffee roasting and cafés',
    [310_000, 325_000, 298_000, 342_000, 361_000, 377_500],
  ),
  company(
    'hisabat@bait-altamr',
    'بيت التمر',
    ['القصيم', 'عبدالله المطيري', 'المدير المالي'],
    'تجارة التمور والحلويات',
    [520_000, 498_000, 611_000, 702_500, 655_000, 690_000],
  ),
  company(
    'accounts@tuwaiq-outdoor',
    'Tuwaiq Outdoor',
    ['Riyadh', 'Faisal Al-Harbi', 'Chief Executive'],
    'Camping and outdoor equipment',
    [180_000, 195_000, 240_000, 205_000, 188_000, 214_000],
  ),
  company(
    'mali@rawabi-clinics',
    'مجمع روابي الطبي',
    ['الدمام', 'د. نورة الشمري', 'المديرة العامة'],
    'رعاية صحية وعيادات أسنان',
    [410_000, 402_000, 415_000, 420_000, 431_000, 440_000],
  ),
  company(
    'finance@hejaz-perfumes',
    'Hejaz Perfumes',
    ['Jeddah', 'Omar Bajaber', 'Head of Finance'],
    'Perfumes and oud',
    [265_000, 230_000, 340_000, 298_000, 275_000, 310_000],
  ),
  company(
    'info@sanabel-bakery',
    'مخابز السنابل',
    ['مكة المكرمة', 'خالد الزهراني', 'المالك'],
    'مخابز وحلويات',
    [150_000, 152_000, 149_000, 160_500, 158_000, 162_000],
    {
      documents: 'some',
      stopsPayingDays: 50,
      sees: 'a ticket that was written off',
    },
  ),
  company(
    'ap@redsea-divers',
    'Red Sea Divers',
    ['Yanbu', 'Lina Al-Juhani', 'Operations Director'],
    'Diving trips and tourism',
    [90_000, 120_000, 210_000, 260_000, 190_000, 130_000],
    { documents: 'some', budgetIs: 'adjusted' },
  ),
  company(
    'finance@masar-edtech',
    'Masar Learning',
    ['Riyadh', 'Hind Al-Otaibi', 'Co-founder'],
    'Online courses for schools',
    [75_000, 98_000, 120_000, 148_000, 170_000, 195_000],
    { budgetIs: 'proposed' },
  ),
  company(
    'hisab@dar-alanaqa',
    'دار الأناقة للأزياء',
    ['جدة', 'ريم باعشن', 'مديرة التسويق'],
    'أزياء وعبايات',
    [205_000, 198_000, 220_000, 305_000, 280_000, 240_000],
    { budgetIs: 'suspended', sees: 'a suspended budget: no new requests' },
  ),
  company(
    'office@alahsa-furniture',
    'Al Ahsa Furniture',
    ['Al Ahsa', 'Yousef Al-Mulla', 'General Manager'],
    'Furniture and interiors',
    [330_000, 315_000, 322_000, 318_000, 336_000, 341_000],
    {
      stopsPayingDays: 22.5,
      sees: 'overdue for too long: no new requests, and an agency whose payment is reviewed',
    },
  ),
  company(
    'pay@wasil-delivery',
    'Wasil Delivery',
    ['Riyadh', 'Majed Al-Dosari', 'Chief Financial Officer'],
    'Last-mile delivery',
    [610_000, 640_000, 655_000, 690_000, 712_000, 745_000],
  ),
  company(
    'mali@asir-honey',
    'عسل عسير',
    ['أبها', 'سعيد القحطاني', 'الشريك المؤسس'],
    'عسل ومنتجات طبيعية',
    [62_000, 58_000, 71_000, 69_500, 80_000, 84_000],
    {
      budgetIs: 'preliminary',
      sees: 'a small, preliminary budget: try to request more than it allows',
    },
  ),
  company(
    'team@madar-gym',
    'Madar Fitness',
    ['Khobar', 'Abeer Al-Ghamdi', 'Founder'],
    'Fitness clubs',
    null,
    { documents: 'none', sees: 'no revenue given: the budget is not set, requests take longer' },
  ),
  company('hello@lulua-toys', 'Lulua Toys', ['Jeddah', '', ''], '', null, {
    documents: 'none',
    active: false,
    sees: 'just signed up: empty profile, empty lists, the banner',
  }),
];

export const demoAgencies: DemoAgency[] = [
  {
    role: 'agency',
    email: 'studio@sada-creative.example',
    name: 'Sada Creative',
    sees: 'waiting, approved and past tickets, expected and late payments',
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
    sees: 'the same, in Arabic',
    city: 'جدة',
    contact_name: 'تركي السلمي',
    contact_title: 'المدير التنفيذي',
    specializations: ['photo_video_production', 'social_media'],
    otherDocuments: 1,
    active: true,
  },
  {
    role: 'agency',
    email: 'hello@noon-digital.example',
    name: 'Noon Digital',
    sees: 'the same, and another IBAN that waits for staff',
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
    sees: 'a suspended agency: no new requests, payments that wait',
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
    sees: 'the same',
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
    sees: 'the same, and payments that are late because there is no IBAN',
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
    sees: 'just signed up: empty profile, empty columns, the banner',
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
  {
    role: null,
    email: 'maha@hamla.example',
    name: 'Maha Al-Otaibi',
    sees: 'payout runs, payments',
  },
  { role: null, email: 'faisal@hamla.example', name: 'فيصل القحطاني', sees: 'the same' },
];

export const demoPeople = [...demoCompanies, ...demoAgencies, ...demoStaff];

/** What campaigns are for, and why an agency says no. */
export const descriptions = [
  'Ramadan campaign on social media, four weeks',
  'حملة اليوم الوطني: لوحات طرق وإعلانات رقمية',
  'Launch of the new branch in Khobar: outdoor and radio',
  'تصوير منتجات الموسم الجديد',
  'Search and display advertising, one quarter',
  'White Friday offers: video and influencers',
  'تجديد الهوية البصرية للمتاجر',
  'Winter season in Riyadh: stand and giveaways',
  'حملة العودة إلى المدارس',
  'Product photography and a 30 second film',
  'إدارة حسابات التواصل لثلاثة أشهر',
  '',
];

export const rejectionReasons = [
  'The invoice does not match the amount. Please upload the right one.',
  '',
  'لا نستطيع تنفيذ الحملة في هذا الموعد.',
  'The scope of work is not clear: please describe the deliverables.',
  'الفاتورة غير مقروءة، نرجو رفع نسخة أوضح.',
];
