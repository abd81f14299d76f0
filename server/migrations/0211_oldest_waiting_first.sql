-- Up Migration

-- Lists of tickets begin at either end of time.
drop function if exists ticket_page_start(uuid);
