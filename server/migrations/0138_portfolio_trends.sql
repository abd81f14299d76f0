-- Up Migration

-- What became of the receivable in each month that is over, counted once by the day's close
-- (docs/decisions/0066-portfolio-trends.md). The state at the month's beginning, and where each part was at its end.
create table receivable_rolls (
  month date not null check (extract(day from month) = 1),
  from_state text not null check (from_state in ('later', 'due', 'days_1_30', 'days_31_60', 'days_61_90',
    'days_90_plus')),
  to_state text not null check (to_state in ('current', 'days_1_30', 'days_31_60', 'days_61_90', 'days_90_plus',
    'collected', 'written_off', 'undone')),
  amount_sar numeric(18,2) not null check (amount_sar > 0),
  primary key (month, from_state, to_state)
);

-- By the month of financing: what moved in a month, and what was overdue at its end.
create table financing_cohorts (
  month date not null check (extract(day from month) = 1),
  financed_month date not null check (extract(day from financed_month) = 1 and financed_month <= month),
  financed_sar numeric(18,2) not null,
  collected_sar numeric(18,2) not null,
  written_off_sar numeric(18,2) not null,
  overdue_sar numeric(18,2) not null check (overdue_sar >= 0),
  primary key (financed_month, month)
);

do $$
declare t text;
begin
  foreach t in array array['receivable_rolls', 'financing_cohorts'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to current_user using (true) with check (true)', t);
    execute format('grant select on %I to hamla_staff', t);
  end loop;
end $$;
