import { normalPassword } from './password-spelling.ts';

/**
 * Words that people in Saudi Arabia use in passwords: places, names, clubs, banks, companies, religion and daily life,
 * in the usual Latin and Arabic spellings (api/password-strength.ts).
 */
const latin = `
saudi saudia saudiarabia alsaudia ksa mamlaka almamlaka arabia arab arabs vision2030 neom watan alwatan
riyadh alriyadh jeddah jidda makkah mecca makka madinah medina almadinah dammam aldammam khobar alkhobar dhahran jubail
jubayl yanbu tabuk abha hail haail qassim qaseem buraidah buraydah unaizah najran jazan jizan taif altaif ahsa alahsa
hofuf qatif arar sakaka bisha asir aseer najd hijaz alula khamis diriyah kharj hejaz
mohammed mohammad muhammad mahammad mohamed mohamad mohammd muhammed mhammad ahmed ahmad abdullah abdallah abdulla abdulaziz abdelaziz abdulrahman
abdurrahman abdelrahman abdulmalik abdulmohsen faisal faysal fahad fahd khalid khaled sultan salman turki nasser naser
saad saud sami omar umar othman osman yousef yusuf youssef ibrahim ismail hassan hasan hussain hussein hamad bandar
mishal meshal nawaf majed majid mansour mansoor naif nayef waleed walid tariq tarek badr bader rakan raed saleh salah
sulaiman suleiman hani hatem ziyad ziad yazeed yazid anas muath moath osama usama ammar thamer tamim
fatima fatimah fatma aisha aysha ayesha maryam mariam noura norah noora nora noor nour nur lulu sarah hessa hissah latifa lateefa reem reema
huda hoda haya munira moneera layla laila leila lama lamia ghada dalal amal abeer hanan jawaher shahad rawan razan
aljohara nouf mona manal samar wafa khadija zainab zaynab
alharbi harbi alqahtani qahtani alghamdi ghamdi alotaibi otaibi almutairi mutairi alshammari shammari aldosari dosari
alzahrani zahrani alshehri shehri alanazi anazi alasmari almalki malki aljuhani juhani alsaud alrashid
hilal alhilal nassr alnassr nasr alnasr ittihad alittihad alahli ahli shabab alshabab ettifaq alettifaq taawoun altaawoun
fateh alfateh raed alraed fayha alfayha damac wehda alwehda qadsiah alqadsiah zaeem alzaeem zaem ronaldo cristiano
rajhi alrajhi alrajhibank inma alinma alinmabank snb alahlibank sabb saib anb riyadbank riyad bsf fransi alfransi
albilad bilad aljazira jazira stcpay tamara tabby urpay mada sadad
aramco sabic stc mobily zain almarai jarir extra panda tamimi danube othaim noon jahez hungerstation absher tawakkalna
nafath elm camry corolla hilux toyota
allah allahu akbar allahakbar allahuakbar alhamdulillah alhamdullah bismillah inshallah mashallah subhanallah islam
quran ramadan eid hajj umrah kaaba habibi habibti hayati albi hubbi yarab yarabb sadiq marhaba ahlan salam assalam
kabsa qahwa tamr jamal faras saqr sahra nakhla
assalamualaikum assalamualaykum salamalaikum salamualaikum alsalamualaikum yallahabibi ahlanwasahlan bismillahirahmanirahim
lailahaillallah ramadankareem ramadanmubarak eidmubarak nationalday foundingday vision2030 vision2040 saudivision2030
ilovesaudi iloveksa ilovesaudiarabia iloveallah welcometosaudi welcometosaudiarabia welcometoriyadh riyadhseason riyadhcity
jeddahcity jeddahseason kingsalman kingabdullah kingabdulaziz kingfahd kingfaisal kingkhalid mbs princesultan
cristianoronaldo realmadrid alhilalsaudi alnassrsaudi saudiaramco saudibank
password123 pass123 kalimatalsir kalimatsir kalimatalmurur kelmat murur
hamla hamlah 7amla 7amlah alhamla alhamlah
dsdsds hghghg
`;

const arabic = `
السعودية سعودية سعودي المملكة العربية الوطن وطني عربي
الرياض جدة مكة المكرمة المدينة المنورة الدمام الخبر الظهران الجبيل ينبع تبوك أبها ابها حائل القصيم بريدة عنيزة نجران
جازان الطائف الأحساء الاحساء الهفوف القطيف نجد الحجاز العلا الدرعية الخرج
محمد أحمد احمد عبدالله عبد الله عبدالعزيز عبدالرحمن عبدالملك فيصل فهد خالد سلطان سلمان تركي ناصر سعد سعود سامي عمر
عثمان يوسف إبراهيم ابراهيم إسماعيل حسن حسين حمد بندر مشعل نواف ماجد منصور نايف وليد طارق بدر راكان صالح سليمان زياد
يزيد أنس معاذ أسامة عمار ثامر
فاطمة عائشة مريم نورة سارة حصة لطيفة ريم هدى هيا منيرة ليلى لمى غادة دلال أمل عبير حنان جواهر شهد روان رزان نوف منى
الحربي القحطاني الغامدي العتيبي المطيري الشمري الدوسري الزهراني الشهري العنزي المالكي الجهني
الهلال النصر الاتحاد الأهلي الاهلي الشباب الاتفاق التعاون الفتح الرائد الفيحاء ضمك الوحدة القادسية الزعيم هلالي نصراوي
الراجحي مصرف الإنماء الانماء الأهلي ساب البلاد الجزيرة بنك الرياض الفرنسي مدى سداد
أرامكو ارامكو سابك موبايلي زين المراعي جرير أبشر ابشر نفاذ
الله أكبر الحمدلله الحمد لله بسم الله إن شاء الله انشاءالله ماشاءالله سبحان الله إسلام القرآن رمضان عيد الكعبة حبيبي
حبيبتي حياتي قلبي يارب مرحبا أهلا سلام السلام عليكم قهوة تمر
كلمة كلمةالسر السر سري المرور كلمةالمرور كلمةمرور باسورد باسوورد افتح سمسم
السلامعليكم وعليكمالسلام السلامعليكمورحمةالله بسمالله بسماللهالرحمنالرحيم الحمدلله سبحانالله اللهاكبر اللهأكبر لااله الاالله لاالهالاالله
لاإلهإلاالله استغفرالله أستغفرالله ماشاءاللهتباركالله اللهمصلعلىمحمد صلىاللهعليهوسلم رمضانكريم رمضانمبارك عيدمبارك كلعاموانتمبخير
المملكةالعربيةالسعودية العربيةالسعودية اليومالوطني يومالتأسيس رؤية2030 رؤية موسمالرياض مدينةالرياض مكةالمكرمة المدينةالمنورة
بنكالرياض مصرفالراجحي بنكالراجحي البنكالأهلي بنكالبلاد بنكالجزيرة الملكسلمان الملكفهد الملكعبدالله الملكفيصل الملكخالد محمدبنسلمان
افتحياسمسم كلمةالسر رقمسري الرقمالسري كلمةالمرور
حملة حمله الحملة
ابتثجح أبتثجح ابجدهوز ابجد هوز
`;

/** The rows of the Arabic keyboard; zxcvbn-ts knows only the Latin one. */
const rows = ['ضصثقفغعهخحجد', 'شسيبلاتنمكط', 'ئءؤرلاىةوزظ'];

/** Neighbouring keys of a row, left to right; zxcvbn-ts also matches words reversed. */
const runsOf = (row: string) =>
  Array.from({ length: row.length - 3 }, (_, start) =>
    Array.from({ length: row.length - start - 3 }, (_none, more) =>
      row.slice(start, start + 4 + more),
    ),
  ).flat();

/** Hijri years; zxcvbn-ts knows the Gregorian ones. */
const hijriYears = Array.from({ length: 81 }, (_, index) => String(1380 + index));

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word.length >= 3);

const inNormalForm = (words: readonly string[]) => [...new Set(words.map(normalPassword))];

/** In the normal form of password-spelling.ts, without duplicates. */
export const saudiWords: readonly string[] = inNormalForm([...wordsOf(latin), ...wordsOf(arabic)]);

/** Texts that are no words and add no strength anywhere. */
export const saudiPatterns: readonly string[] = inNormalForm([
  ...rows.flatMap(runsOf),
  ...hijriYears,
]);
