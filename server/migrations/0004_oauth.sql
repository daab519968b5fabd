-- Clients that exchange an id and a secret for access tokens. Both are kept as hashes.

create table oauth_clients (
  id text primary key,
  organization_id text not null references organizations,
  name text,
  secret_hash bytea not null,
  scopes text[] not null,
  created_at timestamptz(3) not null,
  revoked_at timestamptz(3)
);
create index oauth_clients_newest on oauth_clients (organization_id, created_at desc, id desc) where revoked_at is null;

create table access_tokens (
  hash bytea primary key,
  client_id text not null references oauth_clients,
  scopes text[] not null,
  expires_at timestamptz(3) not null
);
-- Expired tokens are swept, oldest first.
create index access_tokens_oldest on access_tokens (expires_at);
