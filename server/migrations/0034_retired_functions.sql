-- Up Migration

-- No function of these names and arguments is defined any more, or it names its arguments otherwise.
drop function if exists dashboards_to_keep(text[], uuid[], uuid[], timestamptz[], date[]);
drop function if exists company_dashboard_to_keep(uuid, uuid, timestamptz, date);
drop function if exists agency_dashboard_to_keep(uuid, uuid, timestamptz, date);
drop function if exists account_statement_json(uuid, uuid, date, date, text, integer, uuid);
