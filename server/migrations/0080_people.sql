-- People sign in by email. A person is a member of organizations, or staff of the operator, or both.
create table people (
  id text primary key,
  email text not null unique,
  name text not null,
  status text not null check (status in ('invited', 'active', 'disabled')),
  email_verified_at timestamptz(3),
  -- scrypt, with its numbers and its salt. Null: none was set.
  password text,
  -- Sealed. Confirmed: a sign-in needs its code.
  totp_secret text,
  totp_confirmed_at timestamptz(3),
  totp_offered_at timestamptz(3),
  -- The last step whose code was taken: only a later one is.
  totp_step bigint,
  -- The identity provider's issuer and subject, if the person is bound to one.
  issuer text,
  subject text,
  -- Kinds of mail that were turned on or off; others are as the table of kinds has them.
  notifications jsonb not null default '{}',
  last_organization_id text,
  created_at timestamptz(3) not null,
  last_sign_in_at timestamptz(3),
  -- Since when the person is neither a member nor staff. The sweep keeps it, and erases the person in the end.
  unattached_since timestamptz(3),
  unique (issuer, subject)
);
create index people_newest on people (created_at desc, id desc);
create index people_unattached on people (unattached_since) where unattached_since is not null;

create table recovery_codes (
  person_id text not null references people on delete cascade,
  hash bytea not null,
  primary key (person_id, hash)
);

create table members (
  id text primary key,
  organization_id text not null references organizations,
  person_id text not null references people on delete cascade,
  role text not null,
  labels text[],
  status text not null check (status in ('invited', 'active', 'suspended')),
  invited_by text not null,
  invited_at timestamptz(3) not null,
  -- The end of the latest link.
  invitation_expires_at timestamptz(3) not null,
  joined_at timestamptz(3),
  last_seen_at timestamptz(3),
  unique (organization_id, person_id)
);
create index members_newest on members (organization_id, invited_at desc, id desc);
create index members_of_person on members (person_id);
create index members_invited on members (invitation_expires_at) where status = 'invited';

create table staff (
  id text primary key,
  person_id text not null unique references people on delete cascade,
  role text not null,
  status text not null check (status in ('invited', 'active', 'suspended')),
  invited_by text not null,
  invited_at timestamptz(3) not null,
  -- The end of the latest link.
  invitation_expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3)
);
create index staff_newest on staff (created_at desc, id desc);
create index staff_invited on staff (invitation_expires_at) where status = 'invited';

-- Links to accept an invitation or to set a new password. Each is a random token, kept as a hash, good once.
create table person_links (
  hash bytea primary key,
  kind text not null check (kind in ('invitation', 'password_reset')),
  person_id text not null references people on delete cascade,
  member_id text references members on delete cascade,
  staff_id text references staff on delete cascade,
  -- Mailed by SMTP: who has it reads the mail of this address.
  verifies boolean not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index person_links_of_person on person_links (person_id);
create index person_links_of_member on person_links (member_id);
create index person_links_of_staff on person_links (staff_id);
create index person_links_expiry on person_links (expires_at);

-- Tries that are counted in windows: wrong passwords and codes, and calls that anyone may make. `subject` is a hash of whom they
-- are about, `address` a hash of where they came from.
create table sign_in_tries (
  id bigint generated always as identity primary key,
  kind text not null,
  subject bytea not null,
  address bytea,
  at timestamptz(3) not null
);
create index sign_in_tries_newest on sign_in_tries (kind, subject, at desc);
create index sign_in_tries_oldest on sign_in_tries (at);

-- Addresses and agents that a person has signed in from, as hashes.
create table seen_addresses (
  person_id text not null references people on delete cascade,
  hash bytea not null,
  seen_at timestamptz(3) not null,
  primary key (person_id, hash)
);
create index seen_addresses_oldest on seen_addresses (seen_at);

-- Mail that was asked for. It commits with its cause; a job sends it.
create table mails (
  id text primary key,
  kind text not null,
  organization_id text,
  person_id text references people on delete cascade,
  recipient text not null,
  subject text not null,
  -- Sealed until it is sent, then null; in the sandbox it stays for some days.
  content text,
  status text not null check (status in ('queued', 'sent', 'failed')),
  error text,
  attempts integer not null default 0,
  created_at timestamptz(3) not null,
  sent_at timestamptz(3),
  -- Mail that waited longer is failed.
  expires_at timestamptz(3),
  -- The organization that may read its text, in the sandbox. Null in production.
  reader_id text
);
create index mails_newest on mails (created_at desc, id desc);
create index mails_by_status on mails (status, created_at desc, id desc);
create index mails_by_kind on mails (kind, created_at desc, id desc);
create index mails_by_recipient on mails (recipient, created_at desc, id desc);
create index mails_of_person on mails (person_id);
create index mails_by_reader on mails (reader_id, created_at desc, id desc) where reader_id is not null;
create index mails_sent_with_text on mails (created_at) where status = 'sent' and content is not null;

-- Causes of mail to people, until the mail is written: all that come within five minutes go out as one mail. An empty
-- organization is the operator. `facts` are for its text.
create table notices (
  id bigint generated always as identity primary key,
  kind text not null,
  organization_id text not null,
  subject_id text not null,
  facts jsonb not null,
  created_at timestamptz(3) not null
);
create index notices_gathered on notices (kind, organization_id, created_at);

-- Failures that were reported by mail: once for each time that something began to fail.
create table reported_failures (
  kind text not null,
  subject_id text not null,
  since timestamptz(3) not null,
  primary key (kind, subject_id, since)
);

-- A session may belong to a person, who acts as a member or as staff. It ends with either.
alter table dashboard_sessions
  add column id text unique,
  add column person_id text references people on delete cascade,
  add column member_id text references members on delete cascade,
  add column staff_id text references staff on delete cascade,
  -- Staff that views an organization, and until when.
  add column viewed_organization_id text references organizations,
  add column viewed_until timestamptz(3),
  -- By an identity provider: this counts as a second factor.
  add column is_federated boolean not null default false,
  add column address text,
  add column user_agent text,
  add column last_seen_at timestamptz(3);
alter table dashboard_sessions drop constraint dashboard_sessions_check;
alter table dashboard_sessions add constraint dashboard_sessions_owner check (
  num_nonnulls(api_key_id, operator_hash, person_id) = 1
  and num_nonnulls(member_id, staff_id) = num_nonnulls(person_id));
create index dashboard_sessions_of_person on dashboard_sessions (person_id, created_at desc);
create index dashboard_sessions_of_member on dashboard_sessions (member_id);
create index dashboard_sessions_of_staff on dashboard_sessions (staff_id);

alter table api_keys add column created_by text;

-- The organization that an operation of staff is about, where its members may read of it.
alter table audit_log add column about_organization_id text;
create index audit_log_about on audit_log (about_organization_id, created_at desc, id desc) where about_organization_id is not null;

-- The person who made a file: members who are limited to labels see their own files, used or not.
alter table assets add column made_by text;
create index releases_of_label on releases (organization_id, label);
