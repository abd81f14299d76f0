-- Asks a credit bureau for a company's score, with the company's consent (docs/decisions/0074-bureau-with-consent.md).

drop policy if exists everybody on credit_bureau;
create policy everybody on credit_bureau for select to hamla_app, hamla_staff using (true);
drop policy if exists jobs_all on credit_bureau;
create policy jobs_all on credit_bureau to hamla_jobs using (true) with check (true);
drop policy if exists own on bureau_consents;
create policy own on bureau_consents to hamla_app using (company_id = caller_company_id())
  with check (company_id = caller_company_id());
drop policy if exists staff_read on bureau_consents;
create policy staff_read on bureau_consents for select to hamla_staff using ((select caller_role()) = 'staff');
drop policy if exists jobs_all on bureau_consents;
create policy jobs_all on bureau_consents to hamla_jobs using (true) with check (true);

-- Sets the bureau that can be asked; null: none. Called when a server starts; an unchanged bureau writes nothing.
create or replace function api.set_credit_bureau(p_bureau text, p_name text, p_name_ar text, p_is_test boolean)
returns void language sql as $$
  update credit_bureau b set bureau = p_bureau, name = p_name, name_ar = p_name_ar, is_test = p_is_test
   where (b.bureau, b.name, b.name_ar, b.is_test) is distinct from (p_bureau, p_name, p_name_ar, p_is_test)
$$;

-- Withdrawing a consent deletes its score. A withdrawn consent stays withdrawn.
create or replace function withdraw_score() returns trigger language plpgsql as $$
begin
  if old.withdrawn_at is not null then
    raise exception 'a consent is withdrawn for good' using errcode = 'restrict_violation';
  end if;
  if new.withdrawn_at is not null then
    new.score := null;
    new.max_score := null;
  end if;
  return new;
end $$;
create or replace trigger withdraw_score before update on bureau_consents
  for each row execute function withdraw_score();

-- What a company's Credit Score card says of the bureau that is connected. Its consent to another one, which is not
-- connected any more, can still be withdrawn: it stands beside (earlier_consent), or alone where none is connected.
-- Null without either.
create or replace function credit_bureau_json(p_company_id uuid) returns json language sql stable as $$
  select json_build_object('bureau', x.bureau, 'name', case when x.is_connected then b.name else x.bureau end,
      'name_ar', case when x.is_connected then b.name_ar else x.bureau end, 'is_test', b.is_test,
      'is_connected', x.is_connected,
      'consent', case when c.id is not null then json_build_object('words_version', c.words_version,
        'given_at', c.given_at) end,
      'score', case when x.is_connected and c.score is not null then json_build_object('score', c.score,
        'max_score', c.max_score, 'is_test', c.is_test, 'answered_at', c.answered_at) end,
      'failed_at', case when x.is_connected then c.failed_at end,
      'earlier_consent', (select json_build_object('bureau', n.bureau, 'given_at', n.given_at) from bureau_consents n
        where n.company_id = p_company_id and n.withdrawn_at is null and n.bureau <> x.bureau
        order by n.given_at desc limit 1))
    from credit_bureau b
    left join lateral (
      select n.* from bureau_consents n where n.company_id = p_company_id and n.withdrawn_at is null
         and n.bureau = coalesce(b.bureau, n.bureau)
       order by n.given_at desc limit 1) c on true
   cross join lateral (select coalesce(b.bureau, c.bureau) as bureau, b.bureau is not null as is_connected) x
   where x.bureau is not null
$$;

-- Records the company's consent, with the version and language of the text that it read, and queues the enquiry.
-- p_bureau: the bureau that the text named; refused if another one is set by now.
create or replace function api.give_bureau_consent(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea,
  p_bureau text, p_words_version integer, p_language text
) returns json language plpgsql as $$
declare
  v_reply json;
  v_company companies;
  v_id uuid;
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  v_reply := begin_idempotent('give_bureau_consent', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  select * into v_company from companies c where c.user_id = p_user_id for no key update;
  if not exists (select from credit_bureau b where b.bureau = p_bureau) then perform refuse('bureau_changed'); end if;
  if v_company.cr_number is null then perform refuse('bureau_needs_cr_number'); end if;
  insert into bureau_consents (company_id, bureau, words_version, language, given_at, given_by)
  values (v_company.id, p_bureau, p_words_version, p_language, p_now, p_user_id)
  on conflict (company_id, bureau) where withdrawn_at is null do nothing
  returning id into v_id;
  if v_id is not null then
    perform record_event(p_now, 'give_bureau_consent', 'company', v_company.id, v_company.id, null, null,
      jsonb_build_object('bureau', p_bureau, 'words_version', p_words_version, 'language', p_language));
    perform enqueue_job('ask_bureau', json_build_object('consent_id', v_id), 'ask_bureau:' || v_id);
  end if;
  return store_idempotent_reply('give_bureau_consent', p_key, json_build_object('has_consent', true));
end $$;

-- Withdraws the company's consents to all bureaus: no further enquiry is made, and the scores are deleted.
create or replace function api.withdraw_bureau_consent(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea
) returns json language plpgsql as $$
declare
  v_reply json;
  v_company companies;
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  v_reply := begin_idempotent('withdraw_bureau_consent', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  select * into v_company from companies c where c.user_id = p_user_id for no key update;
  update bureau_consents c set withdrawn_at = p_now, withdrawn_by = p_user_id
   where c.company_id = v_company.id and c.withdrawn_at is null;
  if found then
    perform record_event(p_now, 'withdraw_bureau_consent', 'company', v_company.id, v_company.id, null);
  end if;
  return store_idempotent_reply('withdraw_bureau_consent', p_key, json_build_object('has_consent', false));
end $$;

-- The data of an enquiry; null when the consent was withdrawn or the bureau has already answered.
create or replace function api.bureau_enquiry(p_consent_id uuid) returns json language sql stable as $$
  select json_build_object('bureau', c.bureau, 'cr_number', o.cr_number)
    from bureau_consents c join companies o on o.id = c.company_id join credit_bureau b on b.bureau = c.bureau
   where c.id = p_consent_id and c.withdrawn_at is null and c.answered_at is null
$$;

-- Stores the bureau's score; p_score null: the enquiry failed. Does nothing if the consent was withdrawn meanwhile. The
-- event has no score, because events cannot be deleted.
create or replace function api.record_bureau_answer(
  p_consent_id uuid, p_now timestamptz, p_score integer, p_max_score integer, p_is_test boolean
) returns void language plpgsql as $$
declare
  v_before bureau_consents;
begin
  select * into v_before from bureau_consents c where c.id = p_consent_id for no key update;
  if v_before.id is null or v_before.withdrawn_at is not null or v_before.answered_at is not null then return; end if;
  if p_score is null then
    update bureau_consents c set failed_at = p_now where c.id = p_consent_id;
  else
    update bureau_consents c
       set score = p_score, max_score = p_max_score, is_test = p_is_test, answered_at = p_now, failed_at = null
     where c.id = p_consent_id;
  end if;
  if p_score is not null or v_before.failed_at is null then
    insert into events (occurred_at, actor_user_id, operation, subject, subject_id, company_id)
    values (p_now, null, case when p_score is null then 'miss_bureau_answer' else 'record_bureau_score' end, 'company',
      v_before.company_id, v_before.company_id);
  end if;
end $$;

grant execute on function api.give_bureau_consent, api.withdraw_bureau_consent to hamla_app;
grant execute on function api.set_credit_bureau, api.bureau_enquiry, api.record_bureau_answer to hamla_jobs;
