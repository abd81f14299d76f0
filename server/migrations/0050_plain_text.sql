-- Up Migration

-- Texts from before they were made plain as they come in, cleaned as domain/plain-text.ts cleans them. Only rows that hold
-- something to clean are written. The history stays as it is: nothing rewrites it.
create function pg_temp.many_lines(p_text text) returns text language sql immutable as $$
  select regexp_replace(replace(regexp_replace(regexp_replace(p_text,
    '[\u00AD\u200B\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFB\U000E0000-\U000E007F]', '', 'g'),
    '\r\n|[\n\v\f\r\u0085\u2028\u2029]', E'\n', 'g'), E'\t', ' '),
    '[\u0001-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F]', '', 'g')
$$;
create function pg_temp.one_line(p_text text) returns text language sql immutable as $$
  select nullif(btrim(regexp_replace(pg_temp.many_lines(p_text), ' *\n[ \n]*', ' ', 'g')), '')
$$;

update companies set name = pg_temp.one_line(name), website = pg_temp.one_line(website), address = pg_temp.one_line(address),
       phone = pg_temp.one_line(phone), email = pg_temp.one_line(email), contact_name = pg_temp.one_line(contact_name),
       contact_title = pg_temp.one_line(contact_title), business_area = pg_temp.one_line(business_area)
 where (name, website, address, phone, email, contact_name, contact_title, business_area) is distinct from
       (pg_temp.one_line(name), pg_temp.one_line(website), pg_temp.one_line(address), pg_temp.one_line(phone),
        pg_temp.one_line(email), pg_temp.one_line(contact_name), pg_temp.one_line(contact_title),
        pg_temp.one_line(business_area));
update agencies set name = pg_temp.one_line(name), address = pg_temp.one_line(address), phone = pg_temp.one_line(phone),
       email = pg_temp.one_line(email), contact_name = pg_temp.one_line(contact_name),
       contact_title = pg_temp.one_line(contact_title), specialization_other = pg_temp.one_line(specialization_other)
 where (name, address, phone, email, contact_name, contact_title, specialization_other) is distinct from
       (pg_temp.one_line(name), pg_temp.one_line(address), pg_temp.one_line(phone), pg_temp.one_line(email),
        pg_temp.one_line(contact_name), pg_temp.one_line(contact_title), pg_temp.one_line(specialization_other));
update tickets set description = nullif(btrim(pg_temp.many_lines(description)), ''),
       rejection_reason = nullif(btrim(pg_temp.many_lines(rejection_reason)), '')
 where description <> pg_temp.many_lines(description) or rejection_reason <> pg_temp.many_lines(rejection_reason);
update files set name = coalesce(pg_temp.one_line(name), 'file') where name is distinct from coalesce(pg_temp.one_line(name), 'file');
update transfer_reports set bank_reference = pg_temp.one_line(bank_reference)
 where bank_reference is distinct from pg_temp.one_line(bank_reference);
update staff set name = coalesce(pg_temp.one_line(name), 'Staff') where name is distinct from coalesce(pg_temp.one_line(name), 'Staff');
update auth.factors set friendly_name = coalesce(pg_temp.one_line(friendly_name), 'TOTP')
 where friendly_name is distinct from coalesce(pg_temp.one_line(friendly_name), 'TOTP');
drop function pg_temp.one_line(text), pg_temp.many_lines(text);
