-- Sessions of the dashboard are counted for each key: the oldest of a key end first.
drop index dashboard_sessions_newest;
create index dashboard_sessions_newest on dashboard_sessions (organization_id, api_key_id, created_at desc);
