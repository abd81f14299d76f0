import type { ErrorCode } from '#domain/error-codes.ts';
import type { Language } from '#domain/languages.ts';

/** The message of every code. SPEC sections 5 and 8 give the exact English of some, such as a new ticket's four. */
export const errorMessages: Record<Language, Record<ErrorCode, string>> = {
  en: {
    validation_failed: 'Some fields need your attention.',
    not_found: 'We could not find that, or you do not have access to it.',
    wrong_role: 'Your account cannot do this. Sign in with the right kind of account.',
    no_authorization: 'Please sign in to continue.',
    session_not_found: 'Your session has ended. Please sign in again.',
    second_factor_required: 'Enter your verification code to continue.',
    idempotency_key_reused:
      'This request was already sent with other content. Reload the page and try again.',
    too_many_requests: 'Too many attempts. Wait a moment and try again.',
    help_message_answered: 'This message has already been answered.',
    quota_reached: 'You have reached a limit. Wait a while, then continue.',
    unavailable: 'The service is busy right now. Nothing was changed; try again in a moment.',
    outcome_unknown:
      'We cannot tell yet whether this was done. Check the list; it is safe to try again here, as it counts only once.',
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
    term_above_limit: 'Your budget was granted with a shorter longest term. Choose fewer months.',
    installments_overdue:
      'Pay what is overdue first: new requests are open again as soon as it is paid.',
    amount_above_maximum: 'Amount is larger than we can finance. Enter a smaller amount.',
    agency_not_found: 'That agency is no longer available. Select another agency.',
    invoice_not_found: 'We could not find that invoice. Upload it again.',
    invoice_already_financed:
      'Your other tickets for this invoice and this one are together more than its total.',
    invoice_code_differs:
      'The code on the invoice says something else than this request. Check both, or send it anyway.',
    virtual_ibans_too_large: 'This list is larger than 4 MB. Ask the bank for shorter ones.',
    ticket_not_pending:
      'This ticket has already been answered. The list now shows its current status.',
    documents_outdated:
      'These documents are no longer the latest: dates count from the day you accept. New ones are being prepared; read and accept those.',
    documents_already_accepted: 'These documents have already been accepted.',
    signing_code_wrong: 'This code is not right. Nothing was accepted.',
    signing_code_expired: 'This code no longer works. Get a new one.',
    signing_password_wrong: 'This password is not right. Nothing was accepted.',
    cr_number_missing:
      'The documents state your company’s name and its commercial registration number. Enter what is missing on the ticket’s page.',
    ticket_state_changed:
      'This ticket has changed in the meantime. The list now shows its current status.',
    ticket_in_payout_run:
      'This ticket is in an open payout run. Discard the run first, then close the ticket.',
    payout_stopped:
      'The payout of this ticket is stopped, so one person alone cannot close it: request that it be ended, and another person approves.',
    payout_not_stopped:
      'The payout of this ticket is no longer stopped. The page now shows its current status.',
    report_being_checked:
      'A transfer that was reported is being checked, and this may be about it. Check it first, or confirm that you want to continue anyway.',
    no_payouts_due: 'No payout is ready to be paid.',
    payout_run_not_open:
      'This payout run has changed in the meantime. The page now shows its current status.',
    account_statement_too_long:
      'This period has too many entries for a PDF. Choose a shorter one, or download it as CSV.',
    documents_too_many:
      'One ZIP holds at most 500 documents. Choose one kind of document, or a shorter period.',
    payout_run_not_released: 'The bank file is available once another person has released the run.',
    payout_file_empty: 'No payout of this run waits for a file.',
    latin_name_missing:
      'The bank requires a name in Latin letters, and nobody has confirmed that of a payment. Its row is marked: confirm the name there first.',
    latin_name_fixed:
      'This payout has already been sent to the bank: its name can no longer be changed.',
    same_person_refused:
      'A payout run must be released by someone other than the person who prepared it.',
    payout_iban_changed:
      'The IBAN of an agency has changed since this run was prepared. Discard it and prepare another.',
    payout_not_payable:
      'A payout of this run can no longer be paid. Discard the run and prepare another, which states the reason.',
    platform_vat_number_missing:
      'This run would charge VAT, and our VAT number is not set: set PLATFORM_VAT_NUMBER on the server.',
    restore_held:
      'This installation was restored from a backup. Nothing is sent or paid until two members of staff have confirmed the restore.',
    restore_confirmed_already:
      'You have confirmed this restore. The second confirmation is another person’s.',
    iban_change_ended: 'This IBAN is no longer waiting. The page now shows its current status.',
    iban_change_paused:
      'An IBAN can be approved 24 hours after it was requested, at the earliest, so that its owner can object.',
    payout_not_confirmed:
      'First confirm that the payout of this ticket has arrived, or that it failed.',
    payout_line_doubtful:
      'This payout is not in any bank file, or the IBAN of its agency has changed since. Ask another person to confirm that it was paid.',
    payout_line_not_doubtful:
      'No payout that waits for the bank is in doubt here: one person is enough to say whether it was paid.',
    payout_amount_differs:
      'The amount of this line differs from that of its payout or refund. Ask the bank: where it kept a charge, confirm the line with it, else set the line aside with its answer.',
    payout_line_recorded:
      'This money is recorded as a payment. Reverse that payment first, then confirm the line.',
    credit_line_recorded:
      'This credit may be a second telling of a recorded payment. If it is another transfer, say why and confirm again.',
    payout_line_unclear:
      'The bank reports this payout or refund more than once, or differently from our records. Ask the bank, and set the line aside with its answer.',
    agency_claim_ended:
      'Nothing of this claim is open any more. The page now shows its current status.',
    payout_not_returned:
      'The payout of this ticket is no longer waiting to be sent again. The page now shows its current status.',
    close_takes_two:
      'One person has said that this payout did not arrive, and no bank statement shows it. Request that the ticket be ended; another person approves it.',
    platform_account_missing: 'Our own account is not set: set PLATFORM_IBAN on the server.',
    platform_latin_name_missing:
      'The bank’s file needs our own name in Latin letters: set PLATFORM_NAME on the server, and the Arabic one as PLATFORM_NAME_AR.',
    payment_already_reversed: 'This payment has already been reversed.',
    payment_already_identified: 'This payment already has its company.',
    payment_not_identified: 'First say whose payment this is.',
    amount_above_credit: 'That is more than is left of this payment.',
    ticket_not_payable: 'Nothing is owed for this ticket now.',
    too_many_transfer_reports:
      'Three transfers for this ticket are being checked. Report the next one once they are.',
    nothing_overdue: 'Nothing is overdue, so there is nothing to promise.',
    nothing_to_pay: 'You owe nothing now, so there is no transfer to look for.',
    promise_made_before:
      'You have already promised to pay. You can promise again after everything that is overdue is paid.',
    promise_amount_changed:
      'What is overdue has changed in the meantime. Check the new amount, and promise again.',
    payment_request_changed:
      'What you owe has changed in the meantime. Nothing was created; check the new amounts and choose again.',
    earlier_installment_missing:
      'An earlier installment of one of these tickets has to be paid first. Choose it too.',
    item_in_payment_request:
      'An open payment request has one of these already. Withdraw that request first, or remove it from your choice.',
    too_many_payment_items:
      'One payment request holds at most 300 items. Choose a ticket or a month, and pay the rest with another request.',
    too_many_payment_requests:
      'You have 20 open payment requests. Withdraw one that you do not need.',
    payment_request_ended: 'This payment request has ended. The page now shows its current status.',
    transfer_report_decided:
      'This report is no longer being checked. The page now shows its current status.',
    payment_answers_report: 'This payment already answers another report.',
    payment_before_debt:
      'This money arrived before anything was owed that it could pay. Say why it is recorded anyway.',
    virtual_iban_of_other:
      'This money went to the virtual IBAN of another company. Say why it does not belong to that company.',
    payment_sent_back: 'This payment was returned to its sender.',
    payer_iban_unknown:
      'No statement line says which IBAN this money came from: it cannot be sent back.',
    payer_iban_unusable:
      'The IBAN that this money came from is not a valid Saudi one, and our bank does not pay to it.',
    refund_iban_missing:
      'No IBAN is known for this refund. The company can give one beside its statement of account; it can be used a day later, once a member of staff has approved it.',
    refund_not_in_file: 'This refund is not in any bank file yet.',
    refund_doubtful:
      'The IBAN of the company has changed since this refund was sent to the bank. Ask another person to confirm that it was paid.',
    refund_in_file:
      'This refund was sent to the bank in a file. Recording its return takes two people: request it with “It was returned”.',
    refund_answered:
      'This refund has already been answered. The page now shows its current status.',
    refund_not_answered:
      'The bank has not answered a refund of this payment yet. Write it off once the bank has.',
    nothing_owed_back:
      'Nothing is owed back of this payment. The page now shows its current status.',
    no_small_rest:
      'What is left of this ticket has changed, or is too much for bank charges. The page now shows its current status.',
    bank_charges_take_two:
      'These bank charges are more than one person may book: SAR 25.00 of a company within a year, or of one return. Ask for it, and another person approves it.',
    refund_file_empty: 'No refund waits for a file.',
    bank_line_open:
      'A statement shows that the bank has paid an earlier refund of this payment. Decide about that line first.',
    setting_aside_takes_two:
      'This line names a payout or a refund of ours and has its amount. Setting it aside takes two people: ask for it.',
    bank_statement_line_ahead:
      'The value date of this line is still to come. Decide about it from that day on.',
    payment_alike:
      'This amount was recorded, reported or imported within five days. Match it there, or say that this is another transfer.',
    payment_not_proven:
      'A payment is being verified: no line of a compared bank statement shows it yet, and no second person has confirmed it.',
    payment_proven: 'This payment is proven already.',
    own_payment_refused:
      'A payment must be confirmed by someone other than the person who recorded it.',
    own_bank_statement_refused:
      'A statement must be compared with the bank by someone other than the person who imported it.',
    bank_statement_compared:
      'This statement has already been compared with the bank. The page now shows its current status.',
    bank_statement_not_compared:
      'One person’s file does not prove this. Someone other than the person who imported the statement must compare it with the bank first.',
    bank_statement_contradicted:
      'A bank statement contradicts the one that shows this payment. Two people decide first which of them is the bank’s.',
    bank_statement_not_contradicted:
      'No statement contradicts this one, so there is nothing to decide.',
    bank_statement_rejected: 'Two people have decided that this statement is not the bank’s.',
    payment_being_verified:
      'A payment of yours is being verified at the bank. New requests are open again once that is done.',
    budget_changed:
      'This budget has changed in the meantime. The page now shows its current status.',
    lift_takes_two:
      'A write-off has suspended this budget. Request that the suspension be lifted; another person approves it.',
    no_budget_to_raise:
      'You have no budget yet that could be raised. Add the revenue of your last 6 months to your profile first.',
    budget_request_open:
      'You have a request that is not over. Withdraw it, or answer it, before you make another.',
    budget_request_changed:
      'This request has changed in the meantime. The page now shows its current status.',
    budget_request_appealed: 'You have already appealed. The answer to an appeal is final.',
    appeal_takes_another:
      'An appeal is answered by someone other than the person who decided about the request.',
    budget_not_set: 'No analysis has found a budget for this company. Review its tickets instead.',
    ticket_already_reviewed: 'This ticket has already been reviewed.',
    review_needs_documents:
      'The company has no set budget and has not accepted the documents yet. Review the ticket once it has.',
    review_outdated:
      'The company has accepted other documents in the meantime. Read them, then review the ticket.',
    review_takes_two:
      'The company has no set budget, and its open tickets are above the limit for one person. Ask another person to approve.',
    review_takes_one: 'One person can review this ticket. A second one is not needed.',
    agency_state_changed:
      'This agency has changed in the meantime. The page now shows its current status.',
    bank_statement_unreadable: 'This statement cannot be read. Nothing was imported.',
    bank_statement_too_large: 'This statement is larger than 40 MB. Ask the bank for shorter ones.',
    bank_statement_other_account: 'This statement is for a different account from ours.',
    bank_statement_days_unclear:
      'This file does not show whether the day or the month comes first in its dates. Choose. Nothing was imported yet.',
    bank_statement_reading_fixed:
      'The dates of this statement cannot be read another way any more: one of its lines has been decided, or it has been compared.',
    virtual_ibans_refused:
      'Nothing was loaded. Correct the file where it is named below, and load it again.',
    bank_statement_line_decided:
      'This line has been decided in the meantime. The page now shows its current status.',
    bank_statement_line_taken_back:
      'The bank reversed this money on another line. Decide that line first.',
    bank_statement_lines_changed:
      'The certain lines have changed in the meantime. Check them again, then confirm.',
    payment_on_statement: 'This payment is on another statement line.',
    agency_incomplete: 'An agency needs a name and a registration document to be verified.',
    factor_proof_required:
      'Enter your verification code once more. A code from the last ten minutes counts.',
    own_account_refused: 'You cannot do this to your own account. Ask another member of staff.',
    second_person_required:
      'An account of staff is blocked, unblocked or signed out by two people: another person must confirm.',
    approval_requested: 'This has already been requested. Another person approves or declines it.',
    approval_ended: 'This request is no longer waiting. The page now shows its current status.',
    approval_figures_changed:
      'The figures have changed since this was requested. Decline it, and have it requested again.',
    own_request_refused: 'Your own request must be approved or declined by another person.',
    approval_too_early: 'This can be approved one day after it was requested. Come back then.',
    policy_planned:
      'Another policy is planned already. Propose one once it counts, or cancel it first.',
    policy_not_planned: 'This policy is no longer planned. The page now shows its current status.',
    policy_day_passed: 'The day from which this policy should count has come. Propose it again.',
    request_of_other: 'A request is withdrawn by the person who made it. Decline it instead.',
    person_has_open_matters:
      'This person cannot be erased yet: something of theirs is still open. Settle it first.',
    person_of_staff: 'This is an account of staff, which is neither exported nor erased here.',
    retention_too_short: 'The law has this data stored longer.',
    account_state_changed:
      'This account has changed in the meantime. The page now shows its current status.',
    other_person_required:
      'Removing two-step verification takes two people: someone other than the person who requested it must confirm.',
    factor_of_staff:
      'Two-step verification of a staff account is not removed here. Ask whoever runs the server.',
    bureau_changed:
      'The credit bureau has changed meanwhile. Read again whom we would ask, and then decide.',
    bureau_needs_cr_number:
      'The bureau knows your company by its commercial registration number. Enter it in your profile first.',
    role_change_refused: 'The role cannot be changed once a ticket exists.',
    file_missing: 'Choose a file first.',
    file_empty: 'This file is empty. Choose another file.',
    file_too_large: 'This file is larger than 10 MB. Choose a smaller file.',
    file_type_not_allowed:
      'This type of file is not accepted here. Save a copy as one of the types that the form names.',
    file_content_mismatch:
      'This file holds none of the types that are accepted here. Save or print it as a new PDF and upload that.',
    file_protected: 'This PDF is protected by a password. Save a copy without one and upload that.',
    file_with_script:
      'This PDF contains a script (JavaScript). Print it to a new PDF and upload that.',
    file_with_launch_action: 'This PDF can start programs. Print it to a new PDF and upload that.',
    file_with_program:
      'This PDF has a program attached, or a file that we cannot check. Remove the attachment and upload it again.',
    file_infected:
      'This file contains the signature of a virus. Check your device, and upload a clean copy.',
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
    help_message_answered: 'تم الرد على هذه الرسالة من قبل.',
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
    term_above_limit: 'مُنحت ميزانيتك بمدة سداد أقصر. اختر عددًا أقل من الأشهر.',
    installments_overdue: 'سدد الأقساط المتأخرة أولًا: يُفتح باب الطلبات الجديدة فور سدادها.',
    amount_above_maximum: 'المبلغ أكبر مما يمكننا تمويله. أدخل مبلغًا أقل.',
    agency_not_found: 'لم تعد هذه الوكالة متاحة. اختر وكالة أخرى.',
    invoice_not_found: 'لم نعثر على هذه الفاتورة. ارفعها من جديد.',
    invoice_already_financed: 'مجموع طلباتك الأخرى لهذه الفاتورة مع هذا الطلب أكبر من إجماليها.',
    invoice_code_differs:
      'الرمز على الفاتورة يذكر غير ما في هذا الطلب. راجعهما، أو أرسل الطلب رغم ذلك.',
    ticket_not_pending: 'سبق الرد على هذا الطلب. تعرض القائمة الآن حالته الحالية.',
    documents_outdated:
      'لم تعد هذه المستندات هي الأحدث، فالتواريخ تُحسب من يوم قبولك. نعدّ لك مستندات جديدة؛ اقرأها ثم اقبلها.',
    documents_already_accepted: 'سبق قبول هذه المستندات.',
    signing_code_wrong: 'الرمز غير صحيح، ولم يُقبل شيء.',
    signing_code_expired: 'لم يعد هذا الرمز صالحًا. اطلب رمزًا جديدًا.',
    signing_password_wrong: 'كلمة المرور غير صحيحة، ولم يُقبل شيء.',
    cr_number_missing:
      'تذكر المستندات اسم شركتك ورقم سجلها التجاري. أدخل الناقص منهما في صفحة الطلب.',
    ticket_state_changed: 'تغيّرت حالة هذا الطلب في هذه الأثناء. تعرض القائمة الآن حالته الحالية.',
    ticket_in_payout_run: 'هذا الطلب ضمن عملية صرف مفتوحة. ألغِ العملية أولًا ثم أغلق الطلب.',
    payout_stopped:
      'صرف مستحقات هذا الطلب موقوف، فلا يغلقه شخص واحد: اطلب إنهاءه ليوافق عليه شخص آخر.',
    payout_not_stopped: 'لم يعد صرف مستحقات هذا الطلب موقوفًا. تعرض الصفحة الآن حالته الحالية.',
    report_being_checked:
      'هناك حوالة مُبلَّغ عنها لا تزال قيد التحقق، وقد يتعلق هذا بها. اطّلع عليها أولًا، أو أكّد أنك تريد المتابعة رغم ذلك.',
    no_payouts_due: 'لا توجد مستحقات جاهزة للصرف.',
    payout_run_not_open:
      'تغيّرت حالة عملية الصرف هذه في هذه الأثناء. تعرض الصفحة الآن حالتها الحالية.',
    account_statement_too_long:
      'حركات هذه الفترة أكثر من أن يسعها ملف PDF. اختر فترة أقصر، أو نزّلها بصيغة CSV.',
    documents_too_many:
      'يتسع الملف المضغوط لما لا يزيد على 500 مستند. اختر نوعًا واحدًا من المستندات أو فترة أقصر.',
    payout_run_not_released: 'يتوفر ملف البنك بعد أن يعتمد العملية شخص آخر.',
    payout_file_empty: 'لا توجد في هذه العملية مستحقات بانتظار ملف.',
    latin_name_missing:
      'يشترط البنك اسمًا بأحرف لاتينية، ولم يؤكد أحد اسم إحدى الدفعات. صفّها معلَّم في القائمة: أكّد الاسم هناك أولًا.',
    latin_name_fixed: 'أُبلغ البنك بهذا المستحق من قبل: يبقى الاسم الذي أُرسل به كما هو.',
    same_person_refused: 'يعتمد عملية الصرف شخص غير الذي أعدّها.',
    payout_iban_changed:
      'تغيّر رقم آيبان إحدى الوكالات بعد إعداد هذه العملية. ألغِها وأعدّ عملية أخرى.',
    payout_not_payable:
      'لم يعد صرف بعض مستحقات هذه العملية ممكنًا. ألغِها وأعدّ عملية أخرى، وستذكر السبب.',
    platform_vat_number_missing:
      'تُحتسب في هذه العملية ضريبة القيمة المضافة، ولم يُضبط الرقم الضريبي للمنصة في إعدادات الخادم بعد.',
    restore_held:
      'استُعيدت هذه المنصة من نسخة احتياطية. لا يُرسل شيء ولا يُصرف حتى يؤكد الاستعادةَ شخصان من فريق العمل.',
    restore_confirmed_already: 'أكّدتَ هذه الاستعادة من قبل. التأكيد الثاني لشخص آخر.',
    iban_change_ended: 'لم يعد رقم الآيبان هذا قيد الانتظار. تعرض الصفحة الآن حالته الحالية.',
    iban_change_paused:
      'لا يُعتمد رقم الآيبان قبل مرور 24 ساعة على طلبه، ليتمكّن صاحب الحساب من الاعتراض.',
    payout_not_confirmed: 'أكّد أولًا أن مستحقات هذا الطلب قد وصلت أو أن صرفها تعذّر.',
    payout_line_doubtful:
      'هذه المستحقات ليست في أي ملف للبنك، أو تغيّر آيبان وكالتها بعد ذلك. اطلب من شخص آخر تأكيد صرفها.',
    payout_line_not_doubtful:
      'لا توجد هنا مستحقات تنتظر البنك ويلزمها شخص ثانٍ: يكفي شخص واحد ليؤكد صرفها.',
    payout_amount_differs:
      'مبلغ هذه الحركة يختلف عن مبلغ المستحقات أو المبلغ المردود الذي تذكره. اسأل البنك: إن كان قد اقتطع رسومًا فأكّد الحركة مع الرسوم، وإلا فضعها جانبًا مع ذكر ما أفاد به.',
    payout_line_recorded: 'هذا المبلغ مسجّل دفعةً واردة. اعكس تلك الدفعة أولًا، ثم أكّد الحركة.',
    credit_line_recorded:
      'قد تكون هذه الحركة الدائنة تكرارًا لدفعة مسجّلة. إن كانت حوالة أخرى، فاذكر السبب وأكّد مرة أخرى.',
    payout_line_unclear:
      'يذكر البنك هذه المستحقات أو هذا المبلغ المردود أكثر من مرة، أو بخلاف ما لدينا. اسأل البنك، ثم ضع الحركة جانبًا مع ذكر ما أفاد به.',
    agency_claim_ended: 'لم يبقَ شيء من هذه المطالبة. تعرض الصفحة الآن حالتها الحالية.',
    payout_not_returned:
      'لم تعد مستحقات هذا الطلب بانتظار إعادة الصرف. تعرض الصفحة الآن حالته الحالية.',
    close_takes_two:
      'قال شخص واحد إن المستحقات لم تصل، ولم يظهر ذلك في كشف حساب البنك. اطلب إنهاء طلب التمويل ليوافق عليه شخص آخر.',
    platform_account_missing: 'لم يُضبط حساب المنصة البنكي بعد.',
    platform_latin_name_missing:
      'يحتاج ملف البنك إلى اسم المنصة بأحرف لاتينية، فاضبطه في إعدادات الخادم بجانب الاسم العربي.',
    payment_already_reversed: 'سبق عكس هذه الدفعة.',
    payment_already_identified: 'سبق ربط هذه الدفعة بشركتها.',
    payment_not_identified: 'حدّد أولًا الشركة صاحبة هذه الدفعة.',
    amount_above_credit: 'المبلغ أكبر من المتبقي من هذه الدفعة.',
    ticket_not_payable: 'لا يوجد مبلغ مستحق على هذا الطلب حاليًا.',
    too_many_transfer_reports:
      'ثلاث حوالات لهذا الطلب قيد التحقق. أبلغ عن الحوالة التالية بعد الانتهاء منها.',
    nothing_overdue: 'لا توجد مبالغ متأخرة، فلا شيء تَعِد بسداده.',
    nothing_to_pay: 'لا يوجد مبلغ مستحق عليك حاليًا، فلا حوالة نبحث عنها.',
    promise_made_before: 'سبق أن وعدت بالسداد. يمكنك أن تَعِد مرة أخرى بعد سداد كل المبالغ المتأخرة.',
    promise_amount_changed:
      'تغيّر المبلغ المتأخر في هذه الأثناء. راجع المبلغ الجديد وعِد بالسداد من جديد.',
    payment_request_changed:
      'تغيّر المبلغ المستحق عليك في هذه الأثناء. لم يُنشأ شيء؛ راجع المبالغ الجديدة واختر من جديد.',
    earlier_installment_missing: 'يجب سداد قسط أسبق لأحد هذه الطلبات أولًا. اختره أيضًا.',
    item_in_payment_request:
      'أحد هذه المبالغ مشمول في طلب سداد مفتوح. اسحب ذلك الطلب أولًا أو استبعد المبلغ.',
    too_many_payment_items:
      'لا يضم طلب السداد أكثر من 300 بند. اختر طلب تمويل أو شهرًا، وسدد الباقي بطلب سداد آخر.',
    too_many_payment_requests: 'لديك 20 طلب سداد مفتوحًا. اسحب طلبًا لا تحتاجه.',
    payment_request_ended: 'انتهى طلب السداد هذا. تعرض الصفحة الآن حالته الحالية.',
    transfer_report_decided: 'لم يعد هذا البلاغ قيد التحقق. تعرض الصفحة الآن حالته الحالية.',
    payment_answers_report: 'هذه الدفعة مرتبطة ببلاغ آخر.',
    payment_before_debt: 'وصل هذا المبلغ قبل أن يُستحق ما قد يكون لأجله. اذكر لماذا يُسجَّل مع ذلك.',
    virtual_iban_of_other:
      'وصل هذا المبلغ إلى الآيبان الافتراضي لشركة أخرى. اذكر لماذا ليس لتلك الشركة.',
    payment_sent_back: 'سبق إرجاع هذه الدفعة إلى الحساب الذي جاءت منه.',
    payer_iban_unknown:
      'لا تذكر أي حركة في كشف الحساب رقم الآيبان الذي جاء منه هذا المبلغ، فلا يمكن إرجاعه.',
    payer_iban_unusable:
      'رقم الآيبان الذي جاء منه هذا المبلغ ليس رقمًا سعوديًا صحيحًا، ولا يدفع بنكنا إليه.',
    refund_iban_missing:
      'لا يُعرف رقم آيبان يمكن رد المبلغ إليه. تزوّدنا الشركة برقم من صفحة كشف حسابها، ويمكن استخدامه بعد يوم متى اعتمده أحدنا.',
    refund_not_in_file: 'هذا الرد ليس في أي ملف للبنك بعد.',
    refund_doubtful: 'تغيّر آيبان الشركة بعد تسليم هذا الرد إلى البنك. اطلب من شخص آخر تأكيد صرفه.',
    refund_in_file: 'سُلّم هذا الرد إلى البنك في ملف. تسجيل عودته يتطلب شخصين: اطلبه بزر «ارتدت».',
    refund_answered: 'سبق تسجيل نتيجة هذا الرد. تعرض الصفحة الآن حالته الحالية.',
    refund_not_answered:
      'لم يُجب البنك بعدُ عن مبلغ مردود من هذه الدفعة. يمكن شطبه بعد أن يجيب البنك.',
    nothing_owed_back: 'لا يوجد مبلغ مستحق الاسترجاع من هذه الدفعة. تعرض الصفحة الآن حالتها الحالية.',
    no_small_rest:
      'تغيّر ما تبقى من هذا الطلب، أو هو أكبر من أن يُسوّى كرسوم بنكية. تعرض الصفحة الآن حالته الحالية.',
    bank_charges_take_two:
      'هذه الرسوم البنكية أكثر مما يجوز لشخص واحد تسجيله: 25.00 ريالًا لشركة خلال سنة، أو لمبلغ مرتجع واحد. اطلب ذلك ليوافق عليه شخص آخر.',
    refund_file_empty: 'لا توجد مبالغ مردودة تنتظر ملفًا.',
    bank_line_open:
      'في كشف حساب حركة تُظهر أن البنك نفّذ ردًّا سابقًا من هذه الدفعة. احسم تلك الحركة أولًا.',
    setting_aside_takes_two:
      'تذكر هذه الحركة مستحقات أو ردًّا من عندنا بالمبلغ نفسه. استبعادها يتطلب شخصين: اطلب ذلك.',
    bank_statement_line_ahead:
      'لم يحِن تاريخ قيمة هذه الحركة بعد. اتخذ القرار فيها ابتداءً من ذلك اليوم.',
    payment_alike:
      'سبق تسجيل هذا المبلغ أو الإبلاغ عنه أو استيراده بفارق لا يتجاوز خمسة أيام. طابِقه هناك، أو أكّد أن هذه حوالة أخرى.',
    payment_not_proven:
      'ثمة دفعة قيد التحقق: لم تظهر بعد في كشف حساب بنكي تمت مطابقته، ولم يؤكدها شخص ثانٍ.',
    payment_proven: 'سبق إثبات هذه الدفعة.',
    own_payment_refused: 'يؤكد الدفعة شخص غير الذي سجّلها.',
    own_bank_statement_refused: 'يجب أن يطابق الكشف مع البنك شخص غير الذي استورده.',
    bank_statement_compared: 'سبقت مطابقة هذا الكشف مع البنك. تعرض الصفحة الآن حالته الحالية.',
    bank_statement_not_compared:
      'ملف استورده شخص واحد لا يثبت هذا. يجب أن يطابق الكشف مع البنك أولًا شخص غير الذي استورده.',
    bank_statement_contradicted:
      'ثمة كشف حساب يناقض الكشف الذي تظهر فيه هذه الدفعة. يقرر شخصان أولًا أيهما كشف البنك.',
    bank_statement_not_contradicted: 'لا يناقض هذا الكشفَ كشفٌ آخر، فلا شيء للبتّ فيه.',
    bank_statement_rejected: 'قرر شخصان أن هذا الكشف ليس من البنك.',
    payment_being_verified: 'نتحقق من إحدى دفعاتك لدى البنك، ويُفتح باب الطلبات الجديدة بعد ذلك.',
    budget_changed: 'تغيّرت هذه الميزانية في هذه الأثناء. تعرض الصفحة الآن حالتها الحالية.',
    lift_takes_two: 'هذه الميزانية موقوفة بسبب شطب. اطلب رفع الإيقاف ليوافق عليه شخص آخر.',
    no_budget_to_raise: 'ليست لديك ميزانية بعد ليُطلب رفعها. أضف أولًا إيرادات آخر 6 أشهر إلى ملفك.',
    budget_request_open: 'لديك طلب لم ينتهِ بعد. اسحبه أو أجب عن عرضه قبل أن تقدّم طلبًا آخر.',
    budget_request_changed: 'تغيّر هذا الطلب في هذه الأثناء. تعرض الصفحة الآن حالته الحالية.',
    budget_request_appealed: 'سبق أن تظلّمت. الجواب عن التظلم نهائي.',
    appeal_takes_another: 'يجيب عن التظلم شخص غير الذي قرّر بشأن الطلب.',
    budget_not_set: 'لم يحدّد أي تحليل ميزانية لهذه الشركة. راجع طلبات تمويلها بدلًا من ذلك.',
    ticket_already_reviewed: 'سبقت مراجعة طلب التمويل هذا.',
    review_needs_documents:
      'لم تُحدد للشركة ميزانية ولم تقبل المستندات بعد. راجع طلب التمويل بعد أن تقبلها.',
    review_outdated: 'قبلت الشركة مستندات أخرى في هذه الأثناء. اقرأها ثم راجع طلب التمويل.',
    review_takes_two:
      'لم تُحدد للشركة ميزانية، وطلباتها المفتوحة فوق الحد المسموح لشخص واحد. اطلب موافقة شخص آخر.',
    review_takes_one: 'تكفي مراجعة شخص واحد لطلب التمويل هذا، ولا حاجة إلى شخص ثانٍ.',
    agency_state_changed: 'تغيّرت حالة هذه الوكالة في هذه الأثناء. تعرض الصفحة الآن حالتها الحالية.',
    bank_statement_unreadable: 'تعذّرت قراءة كشف الحساب هذا. لم يُستورد منه شيء.',
    bank_statement_too_large: 'حجم كشف الحساب هذا أكبر من 40 ميجابايت. اطلب من البنك كشوفًا أقصر.',
    bank_statement_other_account: 'كشف الحساب هذا لحساب بنكي آخر غير حسابنا.',
    bank_statement_days_unclear:
      'لا يتضح من هذا الملف أيأتي اليوم أولًا في تواريخه أم الشهر. اختر أحدهما. لم يُستورد شيء بعد.',
    bank_statement_reading_fixed:
      'لم تعد قراءة تواريخ هذا الكشف بطريقة أخرى ممكنة: اتُّخذ قرار في إحدى حركاته، أو طوبق.',
    virtual_ibans_refused: 'لم يُحمَّل شيء. صحّح الملف في الموضع المذكور أدناه ثم حمّله من جديد.',
    virtual_ibans_too_large: 'حجم هذه القائمة أكبر من 4 ميجابايت. اطلب من البنك قوائم أقصر.',
    bank_statement_line_decided: 'بُتّ في هذه الحركة في هذه الأثناء. تعرض الصفحة الآن حالتها الحالية.',
    bank_statement_line_taken_back: 'استرد البنك هذا المبلغ في حركة أخرى. بُتَّ في تلك الحركة أولًا.',
    bank_statement_lines_changed:
      'تغيّرت الحركات المؤكدة في هذه الأثناء. راجعها مرة أخرى ثم اعتمدها.',
    payment_on_statement: 'هذه الدفعة مرتبطة بحركة أخرى في كشف حساب.',
    agency_incomplete: 'توثَّق الوكالة باسمها ومستند سجلها.',
    factor_proof_required: 'أدخل رمز التحقق بخطوتين مرة أخرى. يكفي رمز من آخر عشر دقائق.',
    own_account_refused: 'لا يُتخذ هذا الإجراء على الحساب الشخصي. اطلبه من زميل في فريق العمليات.',
    second_person_required:
      'إيقاف حساب في فريق العمليات أو رفع إيقافه أو إنهاء جلساته يتم بموافقة شخصين: يجب أن يؤكده شخص آخر.',
    approval_requested: 'هذا الإجراء مطلوب من قبل. يوافق عليه شخص آخر أو يرفضه.',
    approval_ended: 'لم يعد هذا الطلب قيد الانتظار. تعرض الصفحة الآن حالته الحالية.',
    approval_figures_changed: 'تغيّرت المبالغ بعد تقديم هذا الطلب. ارفضه ليُطلب من جديد.',
    own_request_refused: 'يوافق على طلبك أو يرفضه شخص آخر.',
    approval_too_early: 'تمكن الموافقة على هذا بعد يوم من طلبه. عُد إليه حينها.',
    policy_planned: 'هناك سياسة مجدولة من قبل. اقترح سياسة أخرى بعد سريانها، أو ألغها أولًا.',
    policy_not_planned: 'لم تعد هذه السياسة مجدولة. تعرض الصفحة الآن حالتها الحالية.',
    policy_day_passed: 'حلّ اليوم الذي كان مقررًا أن تسري منه هذه السياسة. اقترحها من جديد.',
    request_of_other: 'يسحب الطلب من قدّمه وحده. يمكنك رفضه بدلًا من ذلك.',
    person_has_open_matters: 'لا يمكن محو بيانات هذا الشخص بعد: ما زال لديه ما لم يُسوَّ. سوِّه أولًا.',
    person_of_staff: 'هذا حساب موظف، ولا يُصدَّر هنا ولا يُمحى.',
    retention_too_short: 'يُلزم النظام بحفظ هذه البيانات مدة أطول.',
    account_state_changed: 'تغيّر هذا الحساب في هذه الأثناء. تعرض الصفحة حالته الحالية.',
    other_person_required:
      'تُزال وسيلة التحقق بخطوتين بموافقة شخصين: يجب أن يؤكد الطلب شخص غير مقدّمه.',
    factor_of_staff:
      'لا تُزال وسيلة التحقق بخطوتين لحسابات فريق العمليات من هذه الصفحة. اطلب ذلك من مسؤول تشغيل النظام.',
    bureau_changed:
      'تغيّرت جهة المعلومات الائتمانية في هذه الأثناء. اقرأ من جديد لدى من سنستعلم، ثم قرر.',
    bureau_needs_cr_number:
      'تعرف جهة المعلومات الائتمانية شركتك برقم سجلها التجاري. أدخله في ملفك أولًا.',
    role_change_refused: 'لا يمكن تغيير نوع الحساب بعد إنشاء طلب تمويل.',
    file_missing: 'اختر ملفًا أولًا.',
    file_empty: 'هذا الملف فارغ. اختر ملفًا آخر.',
    file_too_large: 'يتجاوز حجم هذا الملف 10 ميجابايت. اختر ملفًا أصغر.',
    file_type_not_allowed:
      'نوع هذا الملف غير مقبول هنا. احفظ نسخة منه بأحد الأنواع المذكورة في النموذج.',
    file_content_mismatch:
      'لا يحتوي هذا الملف على نوع مقبول هنا. احفظه أو اطبعه ملف PDF جديدًا وارفع الجديد.',
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
