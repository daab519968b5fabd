-- The changes of the API, as partners read them. It begins with the entries of the specification, in its words.

create table changelog (
  id text primary key,
  date date not null,
  title text not null,
  body text not null,
  created_at timestamptz(3) not null
);
create index changelog_newest on changelog (date desc, created_at desc, id desc);

insert into changelog (id, date, title, body, created_at) values
  ('chg_01hngze600eabrtt9s346q3d25', '2024-02-01', 'Initial v1',
    'Initial v1: /v1/releases, /v1/tracks, /v1/assets, /v1/deliveries, /v1/royalties, /v1/statements, /v1/payouts; OAuth 2.0 client credentials for enterprise; DDEX ERN 4.x sandbox support for enterprise partners (messages `NewReleaseMessage` and `PurgeReleaseMessage`).',
    '2024-02-01T00:00:00Z'),
  ('chg_01hvfgvc00edw8dkt4f5v37e3s', '2024-04-15', 'Statement line items, and payouts on hold',
    'Added GET /v1/statements/{statement_id}/line-items; sandbox pre-seeded store catalog; payout status `on_hold` added. Deprecated: setting release status `submitted` through PATCH; sunset 2024-09-01.',
    '2024-04-15T00:00:00Z'),
  ('chg_01hz8hh500e1jt7he28jt97kb6', '2024-06-01', 'Submitting has an endpoint of its own',
    'Added POST /v1/releases/{release_id}/submit (returns a submission object); Idempotency-Key on POST and PATCH; `delivery.completed` event. Royalties get cursor pagination (`limit`, `cursor`) and the field `net_amount`; offset parameters `page` and `per_page` still work but are deprecated, their sunset date: not shown. Fix: track creation `territory` now accepts all codes listed by GET /v1/stores/territories.',
    '2024-06-01T00:00:00Z');
