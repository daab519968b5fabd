-- The content of a release at the latest decision of a reviewer, so that the next review shows what has changed since.
create table reviewed_contents (
  release_id text primary key references releases on delete cascade,
  organization_id text not null references organizations,
  submission_id text not null references submissions on delete cascade,
  release jsonb not null,
  -- By id.
  tracks jsonb not null
);
