-- Every index of this table is written three times in a job's life. The ids follow the time, so the newest jobs are found by
-- them; of the statuses only `parked` is looked for among many others.

drop index jobs_newest;
drop index jobs_newest_by_status;
create index jobs_parked on jobs (id) where status = 'parked';
