-- Each claim wrote this index, and only the end of a worker read it. The jobs that run are few, and jobs_running finds them.

drop index jobs_of_worker;
