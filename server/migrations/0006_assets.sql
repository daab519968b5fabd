create table assets (
  id text primary key,
  organization_id text not null references organizations,
  type text not null check (type in ('audio', 'artwork')),
  filename text not null,
  content_type text not null,
  size_bytes bigint not null,
  checksum_sha256 text,
  status text not null check (status in ('awaiting_upload', 'processing', 'ready', 'failed')),
  failure jsonb,
  audio jsonb,
  image jsonb,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
