-- Up Migration

-- How long each kind of personal data is stored (docs/decisions/0080-personal-data.md). A period counts when it has a
-- source, or when two people have confirmed it. Kinds: domain/privacy/retention.ts.
create table retention_rules (
  id uuid primary key default uuidv7(),
  kind text not null unique,
  -- The moment from which the period counts.
  counts_from text not null,
  erased_by text not null check (erased_by in ('job', 'product', 'nobody')),
  -- Both null: nothing is erased.
  months integer check (months between 1 and 600),
  days integer check (days between 1 and 3650),
  -- The law has it stored at least so long.
  min_months integer,
  -- The law that says so; null: none is known.
  source text check (length(btrim(source)) between 1 and 300),
  source_ar text,
  -- What two people set last.
  confirmed_at timestamptz,
  request_id uuid references approval_requests,
  check (num_nonnulls(months, days) <= 1),
  check (months >= min_months),
  check (num_nonnulls(confirmed_at, request_id) in (0, 2))
);

insert into retention_rules (kind, counts_from, erased_by, months, days, min_months, source, source_ar)
select kind, counts_from, erased_by, months, days, min_months, s.en, s.ar
  from (values
    ('sessions', 'ended', 'product', null, 30, null, 'pdpl'),
    ('security_events', 'occurred', 'product', null, 90, null, 'pdpl'),
    ('notifications', 'read', 'product', null, 180, null, 'pdpl'),
    ('repeated_requests', 'sent', 'product', null, 7, null, 'pdpl'),
    ('unnamed_files', 'uploaded', 'product', null, 1, null, 'pdpl'),
    ('mails', 'sent', 'job', 24, null, null, null),
    ('help_messages', 'answered', 'job', 24, null, null, null),
    ('bureau_answers', 'answered', 'job', 12, null, null, null),
    ('account_measures', 'decided', 'job', 24, null, null, null),
    ('applications', 'signed_in', 'job', 24, null, null, null),
    ('accounts', 'last_entry', 'job', 120, null, 120, 'aml'),
    ('identity_numbers', 'last_entry', 'job', 120, null, 120, 'aml'),
    ('due_diligence', 'last_entry', 'job', 120, null, 120, 'aml'),
    ('bookkeeping', 'entered', 'nobody', 120, null, 120, 'books'),
    ('tax_invoices', 'entered', 'nobody', 120, null, 120, 'books'),
    ('acceptance_records', 'entered', 'nobody', 120, null, 120, 'aml'),
    ('audit_log', 'occurred', 'nobody', 120, null, 120, 'aml'),
    ('privacy_requests', 'decided', 'nobody', null, null, null, null)
  ) x(kind, counts_from, erased_by, months, days, min_months, law)
  left join (values
    ('pdpl', 'Personal Data Protection Law (M/19 of 1443H), Article 18: destroyed once the purpose has ended',
      'نظام حماية البيانات الشخصية (م/19 لعام 1443هـ)، المادة 18: تُتلف متى انتهى الغرض منها'),
    ('aml', 'Anti-Money Laundering Law (M/20 of 1439H), Article 12: at least ten years',
      'نظام مكافحة غسل الأموال (م/20 لعام 1439هـ)، المادة 12: عشر سنوات على الأقل'),
    ('books', 'Law of Commercial Books (M/61 of 1409H), Article 8: at least ten years',
      'نظام الدفاتر التجارية (م/61 لعام 1409هـ)، المادة 8: عشر سنوات على الأقل')
  ) s(law, en, ar) using (law)
 order by 1;

-- What the daily job has erased: of one kind on one day by one state of its rule.
create table retention_erasures (
  id uuid primary key default uuidv7(),
  kind text not null references retention_rules (kind),
  erased_on date not null,
  -- The last batch.
  erased_at timestamptz not null,
  row_count integer not null check (row_count > 0),
  months integer not null,
  source text,
  request_id uuid references approval_requests,
  unique nulls not distinct (kind, erased_on, months, source, request_id)
);
create index retention_erasures_by_time on retention_erasures (erased_at desc, id desc);

-- The identity number in a signing record is erased after its period: the record and its seal stay. Everything else of
-- it stays as it was sealed.
alter table signing_records
  drop constraint signing_records_check,
  -- sha256 of the encrypted number, which the seal covers in its place: it can be computed without the number. Null: of
  -- before, sealed over the encrypted number itself.
  add column identity_digest bytea,
  -- Of those of before, once the number is erased: over the record and its seal, which was right at that moment.
  add column erasure_seal bytea,
  add constraint signing_records_seal check (case
    when identity_digest is not null then
      (identity_sealed = '' or identity_digest = sha256(identity_sealed))
      and seal = sha256(convert_to(record::text, 'UTF8') || identity_digest)
    when identity_sealed <> '' then seal = sha256(convert_to(record::text, 'UTF8') || identity_sealed)
    else coalesce(erasure_seal = sha256(convert_to(record::text, 'UTF8') || seal), false) end);
create function refuse_change_of_record() returns trigger language plpgsql as $$
begin
  if old.identity_digest is null and old.identity_sealed <> '' then
    new.erasure_seal := sha256(convert_to(old.record::text, 'UTF8') || old.seal);
    old.erasure_seal := new.erasure_seal;
  end if;
  old.identity_sealed := '';
  if new is distinct from old then
    raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
drop trigger append_only on signing_records;
create trigger append_only before delete or truncate on signing_records
  for each statement execute function refuse_rewrite();
create trigger only_identity_erased before update on signing_records
  for each row execute function refuse_change_of_record();

do $$
declare
  t text;
begin
  foreach t in array array['retention_rules', 'retention_erasures'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to current_user using (true) with check (true)', t);
  end loop;
end $$;
grant select on retention_rules, retention_erasures to hamla_staff;
grant update (months, source, source_ar, confirmed_at, request_id) on retention_rules to hamla_staff;
