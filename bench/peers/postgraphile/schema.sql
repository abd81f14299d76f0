-- How the tables hang together where a policy hides one: the agency of a ticket is known by its name alone.
comment on view ticket_agency_names is E'@primaryKey id\n@name agency_title';
comment on column tickets.agency_id is null;
comment on table tickets is E'@foreignKey (agency_id) references ticket_agency_names (id)|@fieldName agencyTitle';
comment on table ticket_installments is E'@foreignKey (ticket_id) references tickets (id)|@foreignFieldName installments';
-- A relation of a table to itself would have one name in both directions; none is asked for.
do $$
declare
  c record;
begin
  for c in select conname, conrelid::regclass as of from pg_constraint where contype = 'f' and conrelid = confrelid loop
    execute format('comment on constraint %I on %s is %L', c.conname, c.of, '@behavior -*');
  end loop;
end $$;
