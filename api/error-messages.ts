import type { ErrorCode } from '#domain/error-codes.ts';
import type { Language } from '#domain/languages.ts';

/** The words of every code. The English of a new ticket's four and of the rest of SPEC sections 5 and 8 is exact. */
export const errorMessages: Record<Language, Record<ErrorCode, string>> = {
  en: {
    validation_failed: 'Some fields need your attention.',
    not_found: 'We could not find that, or you may not see it.',
    wrong_role: 'Your account cannot do this. Sign in with the right kind of account.',
    no_authorization: 'Please sign in to continue.',
    session_not_found: 'Your session has ended. Please sign in again.',
    second_factor_required: 'Show your second factor to continue.',
    idempotency_key_reused:
      'This request was already sent with other content. Reload the page and try again.',
    too_many_requests: 'Too many attempts. Wait a moment and try again.',
    quota_reached: 'You have reached a limit. Wait a while, then go on.',
    unavailable: 'The service is busy right now. Nothing was changed; try again in a moment.',
    outcome_unknown:
      'We cannot tell yet whether this was done. Look at the list; trying again here is safe, it counts once.',
    unexpected_failure: 'Something went wrong on our side. Please try again.',
    request_too_large: 'That is more than we can accept at once.',
    PGRST116: 'There is no profile yet.',
    agency_required: 'Please select an agency.',
    amount_below_minimum: 'Amount must be at least SAR 1.00.',
    invoice_required: 'Please upload an invoice.',
    not_enough_available_budget:
      'Not enough available budget. Reduce the amount or cancel a pending ticket.',
    budget_suspended:
      'Your budget is suspended, so no new request can be sent. Your dashboard says why.',
    installments_overdue:
      'Pay what is overdue first: new requests are open again as soon as it is paid.',
    amount_above_maximum: 'Amount is larger than we can finance. Enter a smaller amount.',
    agency_not_found: 'That agency is not available any more. Select another agency.',
    invoice_not_found: 'We could not find that invoice. Upload it again.',
    ticket_not_pending:
      'This ticket has already been answered. The list now shows its present state.',
    documents_outdated:
      'These documents are no longer the latest: dates count from the day you accept. New ones are being prepared; read and accept those.',
    documents_already_accepted: 'These documents have already been accepted.',
    cr_number_missing:
      'The documents name your company with its commercial registration number. Enter it on the ticket’s page.',
    ticket_state_changed:
      'This ticket has moved on meanwhile. The list now shows its present state.',
    ticket_in_payout_run:
      'This ticket stands in an open payout run. Discard the run first, then close the ticket.',
    payout_stopped:
      'The payout of this ticket is stopped, so one person alone cannot close it: ask for it to be ended, and another person approves.',
    payout_not_stopped:
      'The payout of this ticket is not stopped any more. The page now shows its present state.',
    report_being_checked:
      'A transfer that this company has reported is being checked. Look at it first, or confirm that you do this all the same.',
    no_payouts_due: 'No payout is ready to be paid.',
    payout_run_not_open:
      'This payout run has moved on meanwhile. The page now shows its present state.',
    account_statement_too_long:
      'This period has too many entries for a PDF. Choose a shorter one, or take it as CSV.',
    payout_run_not_released:
      'The file for the bank is there once another person has released the run.',
    payout_file_empty: 'No payout of this run waits for a file.',
    latin_name_fixed:
      'The bank has been told of this payout already: the name under which it went stays.',
    same_person_refused: 'A payout run is released by another person than the one who prepared it.',
    payout_iban_changed:
      'The IBAN of an agency has changed since this run was prepared. Discard it and prepare another.',
    payout_not_payable:
      'A payout of this run cannot be paid any more. Discard the run and prepare another, which names the reason.',
    platform_vat_number_missing:
      'This run would charge VAT, and our VAT number is not set: give the server PLATFORM_VAT_NUMBER.',
    iban_change_ended: 'This IBAN is not waiting any more. The page now shows its present state.',
    iban_change_paused:
      'An IBAN is approved 24 hours after it was asked for, at the earliest, so that its owner can object.',
    payout_not_confirmed:
      'First confirm that the payout of this ticket has arrived, or that it failed.',
    payout_line_doubtful:
      'This payout is in no file for the bank, or the IBAN of its agency has changed since. Ask another person to confirm that it was paid.',
    payout_line_not_doubtful:
      'No line of a payout that waits for the bank is in doubt here: one person says whether it was paid.',
    payout_amount_differs:
      'The amount of this line is not that of its payout or refund. Ask the bank, and set the line aside with what it says.',
    payout_line_recorded:
      'This money is recorded as a payment. Reverse that payment first, then confirm the line.',
    payout_line_unclear:
      'The bank says more of this payout or refund than once, or something else than we have. Ask the bank, and set the line aside with what it says.',
    payout_not_returned:
      'The payout of this ticket does not wait to be sent again any more. The page now shows its present state.',
    close_takes_two:
      'One person has said that this payout did not arrive, and no bank statement shows it. Ask for the ticket to be ended; another person approves it.',
    platform_account_missing: 'Our own account is not set: give the server PLATFORM_IBAN.',
    payment_already_reversed: 'This payment has already been reversed.',
    payment_already_identified: 'This payment already has its company.',
    payment_not_identified: 'First say whose payment this is.',
    amount_above_credit: 'That is more than is left of this payment.',
    ticket_not_payable: 'Nothing is owed for this ticket now.',
    too_many_transfer_reports:
      'Three transfers for this ticket are being checked. Report the next one once they are.',
    transfer_report_decided:
      'This report is not being checked any more. The page now shows its present state.',
    payment_answers_report: 'This payment already answers another report.',
    payment_before_debt:
      'This money came before anything was owed that it may be for. Say why it is recorded all the same.',
    payment_sent_back: 'This payment was sent back where it came from.',
    payer_iban_unknown:
      'No line of a statement says from which IBAN this money came: it cannot be sent back.',
    payer_iban_unusable:
      'The IBAN that this money came from is no valid Saudi one, and our bank does not pay to it.',
    refund_iban_missing:
      'No IBAN is known to which this can be refunded. The company gives one beside its statement of account; it can be used a day later, once one of us has approved it.',
    refund_not_in_file: 'This refund is in no file for the bank yet.',
    refund_answered: 'This refund has been answered already. The page now shows its present state.',
    refund_not_answered:
      'The bank has not answered a refund of this payment yet. Write it off once the bank has.',
    nothing_owed_back:
      'Nothing is owed back of this payment. The page now shows its present state.',
    refund_file_empty: 'No refund waits for a file.',
    bank_statement_line_ahead:
      'The value date of this line is still to come. Decide about it from that day on.',
    payment_alike:
      'This amount was recorded, reported or imported within five days. Match it there, or say that this is another transfer.',
    payment_not_proven:
      'A payment is being verified: no line of a bank statement shows it yet, and no second person has confirmed it.',
    payment_proven: 'This payment is proven already.',
    own_payment_refused: 'Another person than the one who recorded a payment confirms it.',
    payment_being_verified:
      'A payment of yours is being verified at the bank. New requests are open again once that is done.',
    budget_changed: 'This budget has changed meanwhile. The page now shows its present state.',
    lift_takes_two:
      'A write-off has suspended this budget. Ask for the suspension to be lifted; another person approves it.',
    budget_not_set: 'No analysis has found a budget for this company. Review its tickets instead.',
    ticket_already_reviewed: 'This ticket has already been reviewed.',
    agency_state_changed:
      'This agency has changed meanwhile. The page now shows its present state.',
    bank_statement_unreadable: 'This statement cannot be read. Nothing was imported.',
    bank_statement_too_large: 'This statement is larger than 40 MB. Ask the bank for shorter ones.',
    bank_statement_other_account: 'This statement is of another account than ours.',
    bank_statement_line_decided:
      'This line has been decided meanwhile. The page now shows its present state.',
    bank_statement_line_taken_back:
      'The bank took this money back on another line. Decide that line first.',
    bank_statement_lines_changed:
      'The certain lines have changed meanwhile. Look at them again, then confirm.',
    payment_on_statement: 'This payment stands on another line of a statement.',
    agency_incomplete: 'An agency is verified by its name and its registration document.',
    factor_proof_required:
      'Enter a code of your second factor to release money. One of the last ten minutes counts.',
    own_account_refused: 'Nobody does this to their own account. Ask another person of staff.',
    second_person_required:
      'An account of staff is blocked, unblocked or signed out by two people: another person must confirm.',
    approval_requested:
      'Somebody has asked for this already. Another person approves it or declines it.',
    approval_ended: 'This request is not waiting any more. The page now shows its present state.',
    approval_figures_changed:
      'The figures have changed since this was asked for. Decline it, and have it asked for again.',
    own_request_refused: 'Another person approves or declines what you have asked for.',
    request_of_other: 'A request is withdrawn by the person who made it. Decline it instead.',
    account_state_changed:
      'This account has changed meanwhile. The page now shows its present state.',
    other_person_required:
      'A second factor is removed by two people: another person than the one who asked must confirm.',
    factor_of_staff:
      'The second factor of a staff account is not removed at the desk. Ask whoever runs the machine.',
    role_change_refused: 'The role cannot be changed once a ticket exists.',
    file_missing: 'Choose a file first.',
    file_empty: 'This file is empty. Choose another file.',
    file_too_large: 'This file is larger than 10 MB. Choose a smaller file.',
    file_type_not_allowed: 'This type of file is not accepted here.',
    file_content_mismatch:
      'The content of this file does not match its name. Save it again in its proper format.',
    file_protected: 'This PDF is protected by a password. Save a copy without one and upload that.',
    file_with_script:
      'This PDF contains a script (JavaScript). Print it to a new PDF and upload that.',
    file_with_launch_action: 'This PDF can start programs. Print it to a new PDF and upload that.',
    file_with_program:
      'This PDF has a program attached, or a file that we cannot check. Remove the attachment and upload it again.',
    file_infected:
      'This file contains the mark of a virus. Check your device, and upload a clean copy.',
    file_too_complex:
      'This PDF takes too long to check. Print it to a new PDF, or split it, and upload that.',
    file_name_invalid: 'The name of this file cannot be used. Rename it and try again.',
    link_expired: 'This link has expired. Open the file again from the page.',
  },
  ar: {
    validation_failed: 'بعض الحقول تحتاج إلى مراجعة.',
    not_found: 'لم نعثر على ما طلبته، أو ليس لديك صلاحية الاطلاع عليه.',
    wrong_role: 'لا يتيح حسابك هذا الإجراء. سجّل الدخول بالحساب المناسب.',
    no_authorization: 'سجّل الدخول للمتابعة.',
    session_not_found: 'انتهت جلستك. سجّل الدخول من جديد.',
    second_factor_required: 'أكمل التحقق بخطوتين للمتابعة.',
    idempotency_key_reused: 'سبق إرسال هذا الطلب ببيانات مختلفة. أعد تحميل الصفحة وحاول مرة أخرى.',
    too_many_requests: 'محاولات كثيرة. انتظر قليلًا ثم حاول مرة أخرى.',
    quota_reached: 'بلغت الحد الأقصى المسموح به. انتظر بعض الوقت ثم تابع.',
    unavailable: 'الخدمة مشغولة الآن. لم يتغير شيء؛ حاول مرة أخرى بعد لحظات.',
    outcome_unknown:
      'لا نعرف بعد هل نُفّذ هذا الإجراء. راجع القائمة؛ ويمكنك المحاولة هنا مرة أخرى بأمان، فلن يُحتسب إلا مرة واحدة.',
    unexpected_failure: 'حدث خطأ من جهتنا. حاول مرة أخرى.',
    request_too_large: 'حجم المرسل أكبر مما يمكننا استقباله دفعة واحدة.',
    PGRST116: 'لا يوجد ملف بعد.',
    agency_required: 'اختر وكالة.',
    amount_below_minimum: 'يجب ألا يقل المبلغ عن ريال واحد.',
    invoice_required: 'أرفق الفاتورة.',
    not_enough_available_budget:
      'الميزانية المتاحة غير كافية. خفّض المبلغ أو ألغِ طلبًا بانتظار الموافقة.',
    budget_suspended: 'ميزانيتك موقوفة، فلا يمكن إرسال طلب تمويل جديد. تجد السبب في لوحة التحكم.',
    installments_overdue: 'سدد الأقساط المتأخرة أولًا: يُفتح باب الطلبات الجديدة فور سدادها.',
    amount_above_maximum: 'المبلغ أكبر مما يمكننا تمويله. أدخل مبلغًا أقل.',
    agency_not_found: 'لم تعد هذه الوكالة متاحة. اختر وكالة أخرى.',
    invoice_not_found: 'لم نعثر على هذه الفاتورة. ارفعها من جديد.',
    ticket_not_pending: 'سبق الرد على هذا الطلب. تعرض القائمة الآن حالته الحالية.',
    documents_outdated:
      'لم تعد هذه المستندات هي الأحدث، فالتواريخ تُحسب من يوم قبولك. نعدّ لك مستندات جديدة؛ اقرأها ثم اقبلها.',
    documents_already_accepted: 'سبق قبول هذه المستندات.',
    cr_number_missing: 'تذكر المستندات رقم السجل التجاري لشركتك. أدخله في صفحة الطلب.',
    ticket_state_changed: 'تغيّرت حالة هذا الطلب في هذه الأثناء. تعرض القائمة الآن حالته الحالية.',
    ticket_in_payout_run: 'هذا الطلب ضمن عملية صرف مفتوحة. ألغِ العملية أولًا ثم أغلق الطلب.',
    payout_stopped:
      'صرف مستحقات هذا الطلب موقوف، فلا يغلقه شخص واحد: اطلب إنهاءه ليوافق عليه شخص آخر.',
    payout_not_stopped: 'لم يعد صرف مستحقات هذا الطلب موقوفًا. تعرض الصفحة الآن حالته الحالية.',
    report_being_checked:
      'أبلغت هذه الشركة عن حوالة لا تزال قيد التحقق. اطّلع عليها أولًا، أو أكّد أنك تريد المتابعة رغم ذلك.',
    no_payouts_due: 'لا توجد مستحقات جاهزة للصرف.',
    payout_run_not_open:
      'تغيّرت حالة عملية الصرف هذه في هذه الأثناء. تعرض الصفحة الآن حالتها الحالية.',
    account_statement_too_long:
      'حركات هذه الفترة أكثر من أن يسعها ملف PDF. اختر فترة أقصر، أو نزّلها بصيغة CSV.',
    payout_run_not_released: 'يتوفر ملف البنك بعد أن يعتمد العملية شخص آخر.',
    payout_file_empty: 'لا توجد في هذه العملية مستحقات بانتظار ملف.',
    latin_name_fixed: 'أُبلغ البنك بهذا المستحق من قبل: يبقى الاسم الذي أُرسل به كما هو.',
    same_person_refused: 'يعتمد عملية الصرف شخص غير الذي أعدّها.',
    payout_iban_changed:
      'تغيّر رقم آيبان إحدى الوكالات بعد إعداد هذه العملية. ألغِها وأعدّ عملية أخرى.',
    payout_not_payable:
      'لم يعد صرف بعض مستحقات هذه العملية ممكنًا. ألغِها وأعدّ عملية أخرى، وستذكر السبب.',
    platform_vat_number_missing:
      'تُحتسب في هذه العملية ضريبة القيمة المضافة، ولم يُضبط الرقم الضريبي للمنصة في إعدادات الخادم بعد.',
    iban_change_ended: 'لم يعد رقم الآيبان هذا قيد الانتظار. تعرض الصفحة الآن حالته الحالية.',
    iban_change_paused:
      'لا يُعتمد رقم الآيبان قبل مرور 24 ساعة على طلبه، ليتمكّن صاحب الحساب من الاعتراض.',
    payout_not_confirmed: 'أكّد أولًا أن مستحقات هذا الطلب قد وصلت أو أن صرفها تعذّر.',
    payout_line_doubtful:
      'هذه المستحقات ليست في أي ملف للبنك، أو تغيّر آيبان وكالتها بعد ذلك. اطلب من شخص آخر تأكيد صرفها.',
    payout_line_not_doubtful:
      'لا توجد هنا مستحقات تنتظر البنك ويلزمها شخص ثانٍ: يكفي شخص واحد ليؤكد صرفها.',
    payout_amount_differs:
      'مبلغ هذه الحركة يختلف عن مبلغ المستحقات أو المبلغ المردود الذي تذكره. اسأل البنك، ثم ضع الحركة جانبًا مع ذكر ما أفاد به.',
    payout_line_recorded: 'هذا المبلغ مسجّل دفعةً واردة. اعكس تلك الدفعة أولًا، ثم أكّد الحركة.',
    payout_line_unclear:
      'يذكر البنك هذه المستحقات أو هذا المبلغ المردود أكثر من مرة، أو بخلاف ما لدينا. اسأل البنك، ثم ضع الحركة جانبًا مع ذكر ما أفاد به.',
    payout_not_returned:
      'لم تعد مستحقات هذا الطلب بانتظار إعادة الصرف. تعرض الصفحة الآن حالته الحالية.',
    close_takes_two:
      'قال شخص واحد إن المستحقات لم تصل، ولم يظهر ذلك في كشف حساب البنك. اطلب إنهاء طلب التمويل ليوافق عليه شخص آخر.',
    platform_account_missing: 'لم يُضبط حساب المنصة البنكي بعد.',
    payment_already_reversed: 'سبق عكس هذه الدفعة.',
    payment_already_identified: 'سبق ربط هذه الدفعة بشركتها.',
    payment_not_identified: 'حدّد أولًا الشركة صاحبة هذه الدفعة.',
    amount_above_credit: 'المبلغ أكبر من المتبقي من هذه الدفعة.',
    ticket_not_payable: 'لا يوجد مبلغ مستحق على هذا الطلب حاليًا.',
    too_many_transfer_reports:
      'ثلاث حوالات لهذا الطلب قيد التحقق. أبلغ عن الحوالة التالية بعد الانتهاء منها.',
    transfer_report_decided: 'لم يعد هذا البلاغ قيد التحقق. تعرض الصفحة الآن حالته الحالية.',
    payment_answers_report: 'هذه الدفعة مرتبطة ببلاغ آخر.',
    payment_before_debt: 'وصل هذا المبلغ قبل أن يُستحق ما قد يكون لأجله. اذكر لماذا يُسجَّل مع ذلك.',
    payment_sent_back: 'سبق إرجاع هذه الدفعة إلى الحساب الذي جاءت منه.',
    payer_iban_unknown:
      'لا تذكر أي حركة في كشف الحساب رقم الآيبان الذي جاء منه هذا المبلغ، فلا يمكن إرجاعه.',
    payer_iban_unusable:
      'رقم الآيبان الذي جاء منه هذا المبلغ ليس رقمًا سعوديًا صحيحًا، ولا يدفع بنكنا إليه.',
    refund_iban_missing:
      'لا يُعرف رقم آيبان يمكن رد المبلغ إليه. تزوّدنا الشركة برقم من صفحة كشف حسابها، ويمكن استخدامه بعد يوم متى اعتمده أحدنا.',
    refund_not_in_file: 'هذا الرد ليس في أي ملف للبنك بعد.',
    refund_answered: 'سبق تسجيل نتيجة هذا الرد. تعرض الصفحة الآن حالته الحالية.',
    refund_not_answered:
      'لم يُجب البنك بعدُ عن مبلغ مردود من هذه الدفعة. يمكن شطبه بعد أن يجيب البنك.',
    nothing_owed_back: 'لا يوجد مبلغ مستحق الاسترجاع من هذه الدفعة. تعرض الصفحة الآن حالتها الحالية.',
    refund_file_empty: 'لا توجد مبالغ مردودة تنتظر ملفًا.',
    bank_statement_line_ahead:
      'لم يحِن تاريخ قيمة هذه الحركة بعد. اتخذ القرار فيها ابتداءً من ذلك اليوم.',
    payment_alike:
      'سبق تسجيل هذا المبلغ أو الإبلاغ عنه أو استيراده بفارق لا يتجاوز خمسة أيام. طابِقه هناك، أو أكّد أن هذه حوالة أخرى.',
    payment_not_proven: 'ثمة دفعة قيد التحقق: لم تظهر بعد في كشف حساب البنك ولم يؤكدها شخص ثانٍ.',
    payment_proven: 'سبق إثبات هذه الدفعة.',
    own_payment_refused: 'يؤكد الدفعة شخص غير الذي سجّلها.',
    payment_being_verified: 'نتحقق من إحدى دفعاتك لدى البنك، ويُفتح باب الطلبات الجديدة بعد ذلك.',
    budget_changed: 'تغيّرت هذه الميزانية في هذه الأثناء. تعرض الصفحة الآن حالتها الحالية.',
    lift_takes_two: 'هذه الميزانية موقوفة بسبب شطب. اطلب رفع الإيقاف ليوافق عليه شخص آخر.',
    budget_not_set: 'لم يحدّد أي تحليل ميزانية لهذه الشركة. راجع طلبات تمويلها بدلًا من ذلك.',
    ticket_already_reviewed: 'سبقت مراجعة طلب التمويل هذا.',
    agency_state_changed: 'تغيّرت حالة هذه الوكالة في هذه الأثناء. تعرض الصفحة الآن حالتها الحالية.',
    bank_statement_unreadable: 'تعذّرت قراءة كشف الحساب هذا. لم يُستورد منه شيء.',
    bank_statement_too_large: 'حجم كشف الحساب هذا أكبر من 40 ميجابايت. اطلب من البنك كشوفًا أقصر.',
    bank_statement_other_account: 'كشف الحساب هذا لحساب بنكي آخر غير حسابنا.',
    bank_statement_line_decided: 'بُتّ في هذه الحركة في هذه الأثناء. تعرض الصفحة الآن حالتها الحالية.',
    bank_statement_line_taken_back: 'استرد البنك هذا المبلغ في حركة أخرى. بُتَّ في تلك الحركة أولًا.',
    bank_statement_lines_changed:
      'تغيّرت الحركات المؤكدة في هذه الأثناء. راجعها مرة أخرى ثم اعتمدها.',
    payment_on_statement: 'هذه الدفعة مرتبطة بحركة أخرى في كشف حساب.',
    agency_incomplete: 'توثَّق الوكالة باسمها ومستند سجلها.',
    factor_proof_required: 'أدخل رمز التحقق بخطوتين لصرف المبالغ. يكفي رمز من آخر عشر دقائق.',
    own_account_refused: 'لا يُتخذ هذا الإجراء على الحساب الشخصي. اطلبه من زميل في فريق العمليات.',
    second_person_required:
      'إيقاف حساب في فريق العمليات أو رفع إيقافه أو إنهاء جلساته يتم بموافقة شخصين: يجب أن يؤكده شخص آخر.',
    approval_requested: 'هذا الإجراء مطلوب من قبل. يوافق عليه شخص آخر أو يرفضه.',
    approval_ended: 'لم يعد هذا الطلب قيد الانتظار. تعرض الصفحة الآن حالته الحالية.',
    approval_figures_changed: 'تغيّرت المبالغ بعد تقديم هذا الطلب. ارفضه ليُطلب من جديد.',
    own_request_refused: 'يوافق على طلبك أو يرفضه شخص آخر.',
    request_of_other: 'يسحب الطلب من قدّمه وحده. يمكنك رفضه بدلًا من ذلك.',
    account_state_changed: 'تغيّر هذا الحساب في هذه الأثناء. تعرض الصفحة حالته الحالية.',
    other_person_required:
      'تُزال وسيلة التحقق بخطوتين بموافقة شخصين: يجب أن يؤكد الطلب شخص غير مقدّمه.',
    factor_of_staff:
      'لا تُزال وسيلة التحقق بخطوتين لحسابات فريق العمليات من هذه الصفحة. اطلب ذلك من مسؤول تشغيل النظام.',
    role_change_refused: 'لا يمكن تغيير نوع الحساب بعد إنشاء طلب تمويل.',
    file_missing: 'اختر ملفًا أولًا.',
    file_empty: 'هذا الملف فارغ. اختر ملفًا آخر.',
    file_too_large: 'يتجاوز حجم هذا الملف 10 ميجابايت. اختر ملفًا أصغر.',
    file_type_not_allowed: 'نوع هذا الملف غير مقبول هنا.',
    file_content_mismatch: 'محتوى هذا الملف لا يطابق اسمه. احفظه من جديد بصيغته الصحيحة.',
    file_protected: 'ملف PDF هذا محمي بكلمة مرور. احفظ نسخة بلا كلمة مرور وارفعها.',
    file_with_script: 'يحتوي ملف PDF هذا على برنامج نصي. اطبعه إلى ملف PDF جديد وارفع الجديد.',
    file_with_launch_action: 'يستطيع ملف PDF هذا تشغيل برامج. اطبعه إلى ملف PDF جديد وارفع الجديد.',
    file_with_program:
      'أُرفق بملف PDF هذا برنامج أو ملف لا يمكننا فحصه. أزل المرفق ثم ارفعه من جديد.',
    file_infected: 'يحتوي هذا الملف على علامة فيروس. افحص جهازك وارفع نسخة سليمة.',
    file_too_complex:
      'يستغرق فحص ملف PDF هذا وقتًا أطول من المسموح. اطبعه إلى ملف PDF جديد أو قسّمه، ثم ارفعه.',
    file_name_invalid: 'لا يمكن استخدام اسم هذا الملف. غيّر اسمه وحاول مرة أخرى.',
    link_expired: 'انتهت صلاحية هذا الرابط. افتح الملف من الصفحة مرة أخرى.',
  },
};
