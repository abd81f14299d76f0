-- Up Migration

-- Texts from before, cleaned as domain/plain-text.ts cleans them now: also of what 0050 left that is drawn as nothing, and of more
-- than four marks on a letter, and null where nothing in them is seen. PostgreSQL knows no class of marks, so these are those of
-- Latin, Cyrillic, Hebrew, Arabic and Thai; others are cleaned at the next save. Only rows that hold something to clean are written.
create function pg_temp.few_marks(p_text text) returns text language sql immutable as $$
  select regexp_replace(p_text, '((?:[\u061C\u200C-\u200F]*[\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u0E31\u0E34-\u0E3A\u0E47-\u0E4E\u1AB0-\u1ACE\u1DC0-\u1DFF\u20D0-\u20F0\uFE0F\uFE20-\uFE2F]){4})(?:[\u061C\u200C-\u200F]*[\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u0E31\u0E34-\u0E3A\u0E47-\u0E4E\u1AB0-\u1ACE\u1DC0-\u1DFF\u20D0-\u20F0\uFE0F\uFE20-\uFE2F])+', '\1', 'g')
$$;
create function pg_temp.many_lines(p_text text) returns text language sql immutable as $$
  select case when plain ~ '[^\s\u00A0\u202F\u3000\u061C\u200C-\u200F\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u0E31\u0E34-\u0E3A\u0E47-\u0E4E\u1AB0-\u1ACE\u1DC0-\u1DFF\u20D0-\u20F0\uFE0F\uFE20-\uFE2F]'
              then btrim(plain) end
    from (select pg_temp.few_marks(regexp_replace(replace(regexp_replace(regexp_replace(p_text,
      '[\u00AD\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u202A-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0E\uFEFF\uFFA0\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]', '', 'g'),
      '\r\n|[\n\v\f\r\u0085\u2028\u2029]', E'\n', 'g'), E'\t', ' '),
      '[\u0001-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F]', '', 'g')) as plain) t
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
update tickets set description = pg_temp.many_lines(description), rejection_reason = pg_temp.many_lines(rejection_reason)
 where (description, rejection_reason) is distinct from (pg_temp.many_lines(description), pg_temp.many_lines(rejection_reason));
update files set name = coalesce(pg_temp.one_line(name), 'file') where name is distinct from coalesce(pg_temp.one_line(name), 'file');
update transfer_reports set bank_reference = pg_temp.one_line(bank_reference)
 where bank_reference is distinct from pg_temp.one_line(bank_reference);
update staff set name = coalesce(pg_temp.one_line(name), 'Staff') where name is distinct from coalesce(pg_temp.one_line(name), 'Staff');
update auth.factors set friendly_name = coalesce(pg_temp.one_line(friendly_name), 'TOTP')
 where friendly_name is distinct from coalesce(pg_temp.one_line(friendly_name), 'TOTP');
drop function pg_temp.one_line(text), pg_temp.many_lines(text), pg_temp.few_marks(text);
