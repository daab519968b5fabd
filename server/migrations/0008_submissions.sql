-- Releases handed in for distribution, and what review said of each.

create table submissions (
  id text primary key,
  organization_id text not null references organizations,
  release_id text not null references releases on delete cascade,
  review_status text not null check (review_status in ('pending_review', 'approved', 'rejected', 'withdrawn')),
  reason text,
  issues jsonb not null,
  submitted_at timestamptz(3) not null,
  reviewed_at timestamptz(3),
  check ((review_status = 'rejected') = (reason is not null))
);
create index submissions_newest on submissions (organization_id, submitted_at desc, id desc);
create index submissions_of_release on submissions (release_id, submitted_at desc, id desc);
-- The operator's lists.
create index submissions_newest_of_all on submissions (submitted_at desc, id desc);
create index submissions_by_review_status on submissions (review_status, submitted_at desc, id desc);
-- One at a time waits for its review.
create unique index submissions_pending on submissions (release_id) where review_status = 'pending_review';

-- The fingerprint: of releases that are no drafts, an organization has one with this UPC, label and date.
create unique index releases_fingerprint on releases (organization_id, upc, label, release_date) where status <> 'draft';
