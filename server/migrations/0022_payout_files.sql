-- Up Migration

-- What of a payout run is handed to the bank, file by file. A file stays as it was made, so that it can be had again as
-- the bank got it.
create table payout_files (
  run_id uuid not null references payout_runs,
  -- Its number within the run, from 1.
  file_no integer not null check (file_no > 0),
  -- MsgId and PmtInfId of ISO 20022: what the bank knows the file by.
  message_id text not null unique default replace(uuidv7()::text, '-', '') check (message_id ~ '^[0-9a-z]{1,35}$'),
  made_by uuid not null references staff,
  -- CreDtTm; its Riyadh day is ReqdExctnDt.
  made_at timestamptz not null,
  -- The account that pays, as the platform was called then; null where none was set: such a file is CSV alone.
  debtor_name text,
  debtor_iban text,
  primary key (run_id, file_no),
  check ((debtor_name is null) = (debtor_iban is null))
);

-- A line of a run is in at most one file, and an attempt to pay a payout is instructed once.
create table payout_file_lines (
  run_id uuid not null,
  payout_id uuid not null,
  file_no integer not null,
  -- How many runs had taken the payout up, this one included: a part of EndToEndId.
  attempt integer not null check (attempt > 0),
  primary key (run_id, payout_id),
  unique (payout_id, attempt),
  foreign key (run_id, payout_id) references payout_run_lines,
  foreign key (run_id, file_no) references payout_files
);
create index payout_file_lines_of_file on payout_file_lines (run_id, file_no);

create trigger append_only before update or delete or truncate on payout_files
  for each statement execute function refuse_rewrite();
create trigger append_only before update or delete or truncate on payout_file_lines
  for each statement execute function refuse_rewrite();

do $$
declare t text;
begin
  foreach t in array array['payout_files', 'payout_file_lines'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to current_user using (true) with check (true)', t);
  end loop;
end $$;

grant select on payout_files, payout_file_lines to hamla_staff;
grant insert (run_id, file_no, made_by, made_at, debtor_name, debtor_iban) on payout_files to hamla_staff;
grant insert (run_id, payout_id, file_no, attempt) on payout_file_lines to hamla_staff;
