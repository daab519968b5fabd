-- outside a transaction
-- The operator looks for tracks by a part of the title, and for organizations by a part of the name. Both are folded as `q` is: one Unicode
-- form, lower case.

-- step
create index concurrently tracks_title on tracks using gin (lower(normalize(title, NFKC)) gin_trgm_ops);

-- step
create index concurrently organizations_name on organizations using gin (lower(normalize(name, NFKC)) gin_trgm_ops);
