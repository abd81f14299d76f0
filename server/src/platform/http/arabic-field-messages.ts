import { errorMessages } from '#api/error-messages.ts';
import { errorCodes, type ErrorCode } from '#domain/error-codes.ts';

/** Arabic field messages by pattern of the English one; numbers and file endings are carried over. */
const fieldMessages: readonly (readonly [english: RegExp, arabic: string])[] = [
  [/^is missing$/, 'هذا الحقل مطلوب'],
  [/^must be at most (\d+) characters$/, 'الحد الأقصى لعدد الأحرف: $1'],
  [/^must be at least (\d+) characters$/, 'الحد الأدنى لعدد الأحرف: $1'],
  [/^must be at most (\d+) items$/, 'الحد الأقصى لعدد العناصر: $1'],
  [/^must be at least (\d+) items$/, 'الحد الأدنى لعدد العناصر: $1'],
  [/^must be at most (-?\d+(?:\.\d+)?)$/, 'أكبر قيمة مقبولة: $1'],
  [/^must be at least (-?\d+(?:\.\d+)?)$/, 'أصغر قيمة مقبولة: $1'],
  [/^must be an id$/, 'اختر من القائمة'],
  [/^must be one of /, 'اختر قيمة من القيم المتاحة'],
  [/^must be 1, 2 or 3$/, 'يجب أن تكون المدة 1 أو 2 أو 3'],
  [/^must be text$/, 'يجب أن تكون القيمة نصًا'],
  [/^must be a list$/, 'يجب أن تكون القيمة قائمة'],
  [/^must be a (whole )?number$/, 'يجب أن تكون القيمة رقمًا'],
  [/^cannot be set: /, 'لا يمكن تعيين هذه القيمة'],
  [
    /^must be a phone number, such as 05X XXX XXXX$/,
    'أدخل رقم هاتف صحيحًا يبدأ بالرقم 05 ويتكوّن من 10 أرقام',
  ],
  [/^must be an email address,/, 'أدخل بريدًا إلكترونيًا صحيحًا'],
  [/^must be a web address,/, 'أدخل عنوان موقع إلكتروني صحيحًا'],
  [/^must be in Latin letters,/, 'اكتب الاسم بالأحرف اللاتينية كما هو مسجّل لدى البنك'],
  [/^must be 15 digits/, 'أدخل الأرقام الخمسة عشر للرقم الضريبي: يبدأ بالرقم 3 وينتهي به'],
  [/^must be 10 digits/, 'أدخل الأرقام العشرة للسجل التجاري'],
  [/^must be an account of yours:/, 'أدخل رقم آيبان لحسابك؛ هذا الرقم يقود إلى حسابنا'],
  [/^must be a Saudi IBAN:/, 'أدخل رقم آيبان سعوديًا صحيحًا: رمز الدولة ثم 22 رقمًا'],
  [
    /^must be an amount in SAR with at most two decimals,|^must be a decimal string with two places,/,
    'أدخل مبلغًا بالريال بمنزلتين عشريتين على الأكثر',
  ],
  [/^must not contain /, 'يحتوي النص على أحرف غير مقبولة'],
  [/^must end in \.pdf$/, 'الصيغة المقبولة: PDF'],
  [/^must end in /, 'الصيغ المقبولة: PDF وJPG وPNG'],
  // Errors of a bank statement file (domain/servicing).
  [/^must not be empty$/, 'لا توجد فيه أي حركة'],
  [/^must be UTF-8: /, 'ترميز النص غير مدعوم؛ احفظ الملف بترميز يونيكود'],
  [/^must not be declared$/, 'يحتوي الملف على تعريفات غير مسموح بها'],
  [/^must be well formed$/, 'بنية الملف غير سليمة'],
  [/^must be named: /, 'لا بد من تسمية التاريخ، والمبلغ أو الدائن والمدين'],
  [/^must be (\d+), as in the first line$/, 'يجب أن يكون عددها $1 كما في السطر الأول'],
  [/^must not pass (\d+)/, 'الحد الأقصى: $1'],
  [/^must be the only column of its kind$/, 'هذا العمود مكرر'],
  [/^must be closed$/, 'علامة الاقتباس غير مغلقة'],
  [/^must be a date(,|$)/, 'يجب أن يكون تاريخًا، مثل 2026-11-20'],
  [/^must say which is the day /, 'لا يتضح فيه اليوم من الشهر؛ اكتبه هكذا: 2026-11-20'],
  [/^must say its year in four figures: /, 'يجب كتابة السنة فيه بأربعة أرقام، مثل 2026-11-20'],
  [/^must be a day of the Gregorian calendar$/, 'يجب أن يكون يومًا صحيحًا بالتقويم الميلادي'],
  [/^must not be after today$/, 'يجب ألّا يكون بعد اليوم'],
  [/^must be today or one of the last (\d+) days$/, 'يجب أن يكون اليوم أو خلال آخر $1 يوم'],
  [/^must not be before from$/, 'يجب ألّا يكون قبل بداية المدة'],
  [/^must be a (code|currency), such as SAR$/, 'يجب أن يكون رمز عملة، مثل SAR'],
  [/^must be either a credit or a debit above 0$/, 'يجب أن يكون دائنًا أو مدينًا، وأكبر من صفر'],
  [/^must be an amount above 0/, 'يجب أن يكون مبلغًا أكبر من صفر، مثل 1,500.00'],
  [/^must be (credit or debit|CRDT or DBIT)$/, 'يجب أن يبيّن هل الحركة دائنة أم مدينة'],
  [
    /^must say credit or debit, as other rows do$/,
    'تبيّن صفوف أخرى هل الحركة دائنة أم مدينة، ولا يبيّنه هذا الصف',
  ],
  [/^must say credit or debit in each row$/, 'يجب أن يبيّن كل صف هل الحركة دائنة أم مدينة'],
  [
    /^must say CR or DR, as other rows do$/,
    'تبيّن صفوف أخرى بجانب المبلغ هل هو دائن أم مدين، ولا يبيّنه هذا الصف',
  ],
  [
    /^must say by its name what its amounts are, such as Debit$/,
    'يجب أن يبيّن اسم العمود نوع مبالغه، مثل «مدين»',
  ],
  [/^must say the same as the amount$/, 'لا يوافق ما يبيّنه المبلغ: دائن أم مدين'],
  [
    /^must name a payout or a refund of its amount$/,
    'يجب أن تذكر الحركة مستحقات أو ردًّا من عندنا بالمبلغ نفسه',
  ],
  [
    /^must not be a workbook or a web page/,
    'مصنف جداول أو صفحة ويب: افتح الملف في برنامج جداول واحفظه بصيغة CSV',
  ],
  [
    /^must not be a notification of single entries/,
    'هذا إشعار بحركات منفردة (camt.054) وليس كشف حساب: اطلب من البنك كشفًا بصيغة camt.053 أو CSV',
  ],
  [
    /^must not be an intraday report/,
    'هذا تقرير خلال اليوم (camt.052) وحركاته غير نهائية: اطلب من البنك كشفًا بصيغة camt.053 أو CSV',
  ],
  [
    /^must not be a SWIFT statement/,
    'هذا كشف سويفت (MT940)، ولا تُقرأ هذه الصيغة: اطلب من البنك كشفًا بصيغة camt.053 أو CSV',
  ],
  [/^must not be a PDF/, 'هذا ملف PDF: اطلب من البنك كشفًا بصيغة camt.053 أو CSV'],
  [/^must be booked or pending$/, 'يجب أن تبيّن الحالة هل قُيّدت الحركة أم ما زالت معلّقة'],
  [/^must say why$/, 'اذكر السبب'],
  [/^must say why this is another transfer$/, 'اذكر لماذا هذه حوالة أخرى'],
  [/^must hold a statement /, 'لا يحتوي الملف على كشف حساب'],
  [
    /^must stand at the beginning or the end, or be a movement$/,
    'رصيد بين الحركات: يجب أن يكون في أول الكشف أو آخره، أو حركةً لها مبلغ',
  ],
  [/^must be a code, such as BOOK$/, 'يجب أن يكون رمزًا معروفًا لحالة الحركة'],
  [/^must be one account$/, 'يضم الملف أكثر من حساب'],
  [/^must add up to the amount of its entry$/, 'مجموع التفاصيل لا يساوي مبلغ الحركة'],
  [
    /^must add up: (\S+) and (\S+) booked make (\S+), and it says (\S+)$/,
    'الكشف غير متوازن: الرصيد $1 مع حركات مقيّدة صافيها $2 يساوي $3، والمذكور $4',
  ],
  [
    /^must follow: one statement ends with (\S+), and the next begins with (\S+)$/,
    'كشف ينتهي برصيد $1 والذي يليه يبدأ برصيد $2',
  ],
  [/^must be a figure, such as/, 'يجب أن يكون رقمًا، مثل 1,500.00'],
];

/** The Arabic message of a field's error; the message of an error code, if the English one is that of a code. */
export function arabicFieldMessage(english: string): string {
  const code = codeByEnglish.get(english);
  if (code) return errorMessages.ar[code];
  for (const [pattern, arabic] of fieldMessages) {
    const found = pattern.exec(english);
    if (found) return arabic.replace(/\$(\d)/gu, (_, place: string) => found[Number(place)] ?? '');
  }
  return 'هذه القيمة غير صحيحة';
}

const codeByEnglish = new Map<string, ErrorCode>(
  errorCodes.map((code) => [errorMessages.en[code], code]),
);
