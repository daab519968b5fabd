-- Pages of the dashboard ask much and often; a developer looks for the calls of programs.
alter table request_log add column source text not null default 'api' check (source in ('api', 'dashboard'));
