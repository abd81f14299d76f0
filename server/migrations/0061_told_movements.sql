-- Up Migration

-- A movement is known by the bank's reference with direction and amount, whichever day, format or hand it came by
-- (domain/servicing/told-lines.ts). Lines are compared by what they say, and no more by a hash of it, so that the rows of
-- 0.1.0 are compared as well.
alter table bank_statement_lines
  -- What of the reference identifies a movement (referenceKey).
  add column reference_key text,
  -- Of one of several transfers that the bank booked at once: what identifies the whole.
  add column entry_key text,
  -- The line of an earlier statement that this one may be: recorded a second time only with a reason.
  add column told_line_id uuid references bank_statement_lines;
update bank_statement_lines l set reference_key = k.key
  from (select b.id, upper(regexp_replace(b.bank_reference, '\s', '', 'g')) as key from bank_statement_lines b) k
 where k.id = l.id and k.key <> ''
   and k.key !~ '^(NON?REF(ERENCE)?|NOREF(ERENCE)?|NOTPROVIDED|NOTAVAILABLE|N/?A|NONE|NULL|NIL|UNKNOWN|[-0.*X]+)$'
   and k.key !~ '^RF[0-9]{2}HM[0-9]{6,12}$';
-- Parts that had no reference of their own were named by their place in the whole.
update bank_statement_lines l set entry_key = regexp_replace(l.reference_key, '/[0-9]+$', '')
  from bank_statements s
 where s.id = l.statement_id and s.format = 'camt.053' and l.reference_key ~ './[0-9]+$';
-- Of lines that nobody has decided: those that two statements have brought under one reference are asked about.
update bank_statement_lines l set told_line_id = o.id,
       certainty = case when l.certainty = 'certain' then 'likely' else l.certainty end, match_reason = 'told_before'
  from bank_statement_lines o
 where l.status = 'Open' and l.match_reason <> 'payment_reversed' and o.id = (
   select x.id from bank_statement_lines x
    where x.reference_key = l.reference_key and x.amount = l.amount and x.currency = l.currency
      and x.direction = l.direction and x.statement_id < l.statement_id and x.refusal is null
    order by x.id limit 1);
alter table bank_statement_lines drop constraint bank_statement_lines_identity_occurrence_key, drop column identity;
create index bank_statement_lines_of_reference on bank_statement_lines (reference_key, amount)
  where reference_key is not null;
create index bank_statement_lines_of_reference_and_day on bank_statement_lines (reference_key, value_date)
  where reference_key is not null;
create index bank_statement_lines_of_entry on bank_statement_lines (entry_key, value_date) where entry_key is not null;
create index bank_statement_lines_of_day on bank_statement_lines (value_date, amount);
create index bank_statement_lines_told on bank_statement_lines (told_line_id) where told_line_id is not null;
grant insert (reference_key, entry_key, told_line_id) on bank_statement_lines to hamla_staff;

-- They take more than they did.
drop function if exists
  import_bank_statement(uuid, uuid, timestamptz, text, bytea, text, text, jsonb),
  bank_statement_facts(uuid, uuid, timestamptz, uuid, text[], numeric[], text[], date, date),
  payments_alike(uuid, numeric, date),
  is_money_alike(uuid, numeric, date),
  enter_payment(timestamptz, date, numeric, date, text, uuid, uuid),
  record_payment(uuid, uuid, timestamptz, text, bytea, date, numeric, date, text, uuid, text, boolean),
  record_reported_transfer(uuid, uuid, timestamptz, text, bytea, date, uuid, date, boolean);
