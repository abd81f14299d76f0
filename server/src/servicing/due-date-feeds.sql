-- A company's calendar of due dates by a secret link that it can renew. The server derives the
-- link from the secret key, the company and the version, so it can show it again. The database has its digest alone.

drop policy if exists own on due_date_feeds;
create policy own on due_date_feeds to hamla_app using (company_id = (select caller_company_id()))
  with check (company_id = (select caller_company_id()));

create or replace function due_date_feed_json(p_company_id uuid) returns json language sql stable as $$
  select json_build_object('company_id', p_company_id, 'version', coalesce(f.version, 0), 'renewed_at', f.renewed_at,
      'token_digest', encode(f.token_digest, 'hex'))
    from (select p_company_id as id) c left join due_date_feeds f on f.company_id = c.id
$$;

create or replace function api.read_due_date_feed(p_user_id uuid, p_session_id uuid, p_now timestamptz)
returns json language plpgsql as $$
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  if caller_company_id() is null then perform refuse('not_found'); end if;
  return due_date_feed_json(caller_company_id());
end $$;

-- The link of the next version; the one before leads nowhere from now on. p_token_digest: of the link of p_version.
-- Where another request has made that version already, its link stays.
create or replace function api.renew_due_date_feed(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_version integer,
  p_token_digest bytea
) returns json language plpgsql as $$
declare
  v_reply json;
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  v_reply := begin_idempotent('renew_due_date_feed', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  -- Two first requests make the same link: whichever index sees that first, the other request waits and makes none.
  insert into due_date_feeds (company_id, version, token_digest, renewed_at)
  values (caller_company_id(), p_version, p_token_digest, p_now) on conflict do nothing;
  if not found then
    update due_date_feeds f set version = p_version, token_digest = p_token_digest, renewed_at = p_now
     where f.company_id = caller_company_id() and f.version = p_version - 1;
  end if;
  if found then
    perform record_event(p_now, 'renew_due_date_feed', 'company', caller_company_id(), caller_company_id(), null, null,
      jsonb_build_object('version', p_version));
  end if;
  return store_idempotent_reply('renew_due_date_feed', p_key, due_date_feed_json(caller_company_id()));
end $$;

-- What the company of a link still has to pay of its tickets, the earliest due first, at most 1,000; null where no link
-- has this digest. Definer, because whoever has the link has no session: it gives the due dates of that company alone.
create or replace function api.due_dates_of_feed(p_token_digest bytea) returns json
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select json_build_object('language', auth.mail_language(null, u.user_metadata), 'due_dates', (
           select coalesce(json_agg(json_build_object('id', d.id, 'ticket_number', d.ticket_number,
                    'due_date', d.due_date, 'amount_sar', d.rest::numeric(14,2)::text, 'revision', d.revision)
                    order by d.due_date, d.id), '[]')
             from (select o.id, o.ticket_number, o.due_date, o.rest, (
                            select count(*) + count(a.reversed_at) from payment_allocations a
                             where a.installment_id = o.id) as revision
                     from open_items(c.id) o where o.kind = 'installment'
                    order by o.due_date, o.id limit 1000) d))
    from due_date_feeds f join companies c on c.id = f.company_id join auth.users u on u.id = c.user_id
   where f.token_digest = p_token_digest
$$;
revoke all on function api.due_dates_of_feed(bytea) from public;

grant execute on function api.read_due_date_feed, api.renew_due_date_feed, api.due_dates_of_feed to hamla_app;
