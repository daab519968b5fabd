-- ERN 3 names files by their MD5. New files get it while they are processed, older ones when a message needs it first.
-- The version before runs on this.

alter table assets add column checksum_md5 text;
