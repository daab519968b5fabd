-- Who is signed in to the dashboard, and the one-time links that sign in. Both tokens are kept as hashes.

-- A session belongs to the API key that signed in, or to the operator key with this hash: it ends with them.
create table dashboard_sessions (
  hash bytea primary key,
  -- An organization's id, or the operator's.
  organization_id text not null,
  api_key_id text references api_keys,
  operator_hash bytea,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  check (num_nonnulls(api_key_id, operator_hash) = 1)
);
create index dashboard_sessions_newest on dashboard_sessions (organization_id, created_at desc);
-- Expired rows are swept, oldest first.
create index dashboard_sessions_oldest on dashboard_sessions (expires_at);

create table dashboard_links (
  hash bytea primary key,
  api_key_id text references api_keys,
  operator_hash bytea,
  expires_at timestamptz(3) not null,
  check (num_nonnulls(api_key_id, operator_hash) = 1)
);
create index dashboard_links_oldest on dashboard_links (expires_at);
