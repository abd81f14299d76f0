-- Up Migration

-- Keys derived from secret keys that were rotated (docs/decisions/0082-rotated-keys.md), written by the owner.
create table earlier_keys (
  -- Authenticated by key_sealed.
  id uuid primary key,
  purpose text not null check (length(purpose) between 1 and 50),
  -- Encrypted under the current secret key.
  key_sealed bytea not null,
  -- What it made counts until then; null: for ever.
  accepted_until timestamptz
);
do $$
begin
  alter table earlier_keys enable row level security;
  alter table earlier_keys force row level security;
  execute 'create policy owner_all on earlier_keys to current_user using (true) with check (true)';
end $$;

-- Which key a company's link was made with.
grant select (token_digest) on due_date_feeds to hamla_app;

-- Proofs of the secret keys that a server knows, the one that it uses first; null: it knows of no rotation.
alter table servers add column key_proofs bytea[];
