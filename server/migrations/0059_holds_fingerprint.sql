-- Whether a release holds its fingerprint: it is no draft, and not taken down everywhere. Kept with its status.

alter table releases add column holds_fingerprint boolean not null default false;
