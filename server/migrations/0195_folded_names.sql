-- Up Migration

-- A text as searches compare it: the twin of domain/folded-text.ts. It stands here because indexes have it: who changes it
-- makes them anew. Texts of ASCII alone, in which a character is a byte, need less. PL/pgSQL, because what stands in an
-- index must stay one call.
create function folded(p_text text) returns text language plpgsql immutable strict parallel safe as $$
declare
  v_text text;
  -- A long list costs more than all else, so it is used where one of it is there.
  v_rare constant text := '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹'
    'ٱٲٳیېۍےؠەہھۃکڪگپچژڤ'
    'ıаеорсухіјѕһԛԝӏвкмнт'
    'αβεζηικμνορςστυχω';
begin
  if octet_length(p_text) = length(p_text) then
    v_text := lower(p_text collate pg_c_utf8);
  else
    v_text := translate(regexp_replace(lower(normalize(p_text, NFKD) collate pg_c_utf8),
      '[\u00AD\u0300-\u036F\u0483-\u0489\u0610-\u061A\u061C\u0621\u0640\u064B-\u065F\u0670\u0674\u06D6-\u06DC'
      '\u06DF-\u06E8\u06EA-\u06ED\u08D3-\u08FF\u1AB0-\u1AFF\u1DC0-\u1DFF\u200B-\u200F\u202A-\u202E\u2060-\u206F'
      '\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF]', '', 'g'), 'ةى', 'هي');
    if v_text ~ ('[' || v_rare || ']') then
      v_text := translate(v_text, v_rare, '01234567890123456789'
        'ااايييييههههكككبجزف'
        'iaeopcyxijshqwlbkmht'
        'abezhikmnopsstyxw');
    end if;
  end if;
  return regexp_replace(v_text, '[ \t-\r]{2,}|[\t-\r]', ' ', 'g');
end $$;

-- The same with Latin letters for all others, of Arabic ones the frequent first: where a database has the locale C, as the
-- embedded one, pg_trgm leaves out every letter that is not ASCII.
create function trigram_text(p_text text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return regexp_replace(
    translate(public.folded(p_text), 'اليمونرتبهعدسفقكحجشصخطذزثضغظ', 'alimunrtbhedsfqkjjxscvdzszgz'),
    '[^\u0001-\u007F]', 'w', 'g');
end $$;

-- Made before the earlier ones are dropped, so that the tables can be read meanwhile.
create index companies_by_folded_part on companies
  using gin (trigram_text(name) extensions.gin_trgm_ops, trigram_text(email) extensions.gin_trgm_ops);
create index agencies_by_folded_part on agencies
  using gin (trigram_text(name) extensions.gin_trgm_ops, trigram_text(email) extensions.gin_trgm_ops);
create index companies_by_folded_beginning on companies (folded(name) text_pattern_ops);
create index agencies_by_folded_beginning on agencies (folded(name) text_pattern_ops);
drop index companies_by_part, agencies_by_part, companies_by_beginning, agencies_by_beginning;
alter index companies_by_folded_part rename to companies_by_part;
alter index agencies_by_folded_part rename to agencies_by_part;
alter index companies_by_folded_beginning rename to companies_by_beginning;
alter index agencies_by_folded_beginning rename to agencies_by_beginning;

-- What a reader sees of a name: no spaces and no punctuation, and one of the letters that look alike.
create function name_look(p_name text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return nullif(regexp_replace(translate(public.folded(p_name), '01l', 'oii') collate pg_c_utf8, '[^[:alnum:]]', '', 'g'),
    '');
end $$;
create index agencies_verified_by_look on agencies (name_look(name)) where verified_at is not null;

alter table agencies
  add column cr_number text check (cr_number ~ '^[0-9]{10}$'),
  -- The verified agency whose name its own looked like when it was saved, until staff have looked; nobody chooses it till
  -- then. Null: none.
  add column name_resembles uuid references agencies,
  drop constraint agencies_erased,
  add constraint agencies_erased check (erased_at is null or num_nonnulls(name, latin_name, address, phone, email,
    contact_name, contact_title, iban, paid_iban, vat_number, cr_number, specialization_other) = 0);
grant update (cr_number, name_resembles) on agencies to hamla_app;
grant update (name_resembles) on agencies to hamla_staff;
create index agencies_with_held_name on agencies (id desc) where name_resembles is not null;
-- How frequent the parts of folded names are.
analyze companies, agencies;
